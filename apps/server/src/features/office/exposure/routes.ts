import { exposureCalls } from '@fairlot/contract';
import type { GroupId } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { readExposureEvents } from './events.ts';
import type { ExposureFigures } from './figures.ts';
import type { ExposureLimit, ExposureLimits, LimitScope } from './limits.ts';
import { presentCurrency, presentGroup, presentInstrument } from './presenter.ts';

export interface ExposureRouteDeps {
  readonly db: Kysely<Tables>;
  readonly figures: ExposureFigures;
  readonly limits: ExposureLimits;
  /** The names of groups. */
  readonly groupName: (group: GroupId) => string | undefined;
}

/** Staff calls about the exposure of the house and its limits. */
export function registerExposure(calls: StaffCalls, { db, figures, limits, groupName }: ExposureRouteDeps): void {
  // Limits are of real accounts.
  const limitOf = (accounts: 'real' | 'demo', scope: LimitScope, name: string): ExposureLimit | undefined =>
    accounts === 'real' ? limits.of(scope, name) : undefined;

  calls.forList(exposureCalls.officeExposure, ({ accounts }, slice) =>
    pageOf(figures.byInstrument(accounts), slice, (row) =>
      presentInstrument(row, limitOf(accounts, 'instrument', row.instrument?.code ?? '')),
    ),
  );

  calls.forList(exposureCalls.officeExposureGroups, ({ accounts }, slice) =>
    pageOf(figures.byGroup(accounts), slice, (row) => presentGroup(row, groupName(row.group))),
  );

  calls.forList(exposureCalls.officeExposureCurrencies, ({ accounts }, slice) =>
    pageOf(figures.byCurrency(accounts), slice, ([currency, exposure]) =>
      presentCurrency(currency, exposure, limitOf(accounts, 'currency', currency)),
    ),
  );

  calls.forList(exposureCalls.officeExposureEvents, async (_filters, slice) =>
    done(await readExposureEvents(db, slice)),
  );

  calls.forStaff(exposureCalls.officeSetExposureLimit, (input, { staff }) =>
    limits.set(input, { staff: staff.staff, name: staff.name }),
  );
}

function pageOf<T, Row>(
  rows: readonly T[] | undefined,
  { offset, limit }: ListSlice,
  present: (row: T) => Row,
): Promise<Answer<{ readonly list: Row[]; readonly total: number }>> {
  if (rows === undefined) return Promise.resolve(refuse('not_ready'));
  const list = rows.slice(offset, offset + limit).map(present);
  return Promise.resolve(done({ list, total: rows.length }));
}
