import type { OutputOfStaff, exposureCalls } from '@fairlot/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListSlice } from '../../../staff/list-export.ts';

type EventRow = OutputOfStaff<typeof exposureCalls.officeExposureEvents>['list'][number];

/** An alarm that began or ended, as it is stored and as receivers outside read it. */
export type ExposureEvent = Omit<EventRow, 'id'>;

/** The events of the exposure, newest first. */
export async function readExposureEvents(
  db: Kysely<Tables>,
  { offset, limit }: ListSlice,
): Promise<{ readonly list: EventRow[]; readonly total: number }> {
  const rows = await db
    .selectFrom('exposure_events')
    .select(['id', 'body'])
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await db
    .selectFrom('exposure_events')
    .select((of) => of.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const list = rows.map(({ id, body }) => ({ id: Number(id), ...(JSON.parse(body) as ExposureEvent) }));
  return { list, total: Number(total) };
}
