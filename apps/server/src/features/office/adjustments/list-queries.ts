import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';

type State = Selectable<Tables['adjustments']>['state'];

/** A correction with the names of its author and approver. */
export interface AdjustmentRow extends Omit<Selectable<Tables['adjustments']>, 'key'> {
  readonly author: string;
  readonly approver: string | null;
}

/** Lists of corrections for staff. */
export class AdjustmentListQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async page(
    filters: { readonly user_id?: number | undefined; readonly state?: State | undefined } & DateRange,
    { offset, limit }: ListSlice,
  ) {
    const isInPeriod = isWithin('adjustments.created_at', filters);
    let query = namedAdjustments(this.#db).where(isInPeriod);
    let count = this.#db.selectFrom('adjustments').where(isInPeriod);
    if (filters.user_id !== undefined) {
      query = query.where('user_id', '=', BigInt(filters.user_id));
      count = count.where('user_id', '=', BigInt(filters.user_id));
    }
    if (filters.state !== undefined) {
      query = query.where('state', '=', filters.state);
      count = count.where('state', '=', filters.state);
    }
    const rows = await query
      .orderBy('adjustments.id', filters.state === 'waiting' ? 'asc' : 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await count.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  async waiting(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('adjustments')
      .where('state', '=', 'waiting')
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }
}

/** Corrections with the names of their authors and approvers. */
export function namedAdjustments(db: Kysely<Tables>) {
  return db
    .selectFrom('adjustments')
    .innerJoin('staff as author', 'author.id', 'adjustments.author_id')
    .leftJoin('staff as approver', 'approver.id', 'adjustments.approver_id')
    .select([
      'adjustments.id',
      'user_id',
      'amount',
      'memo',
      'state',
      'author_id',
      'approver_id',
      'adjustments.created_at',
      'decided_at',
      'reason',
      'about',
      'about_id',
      'author.name as author',
      'approver.name as approver',
    ]);
}
