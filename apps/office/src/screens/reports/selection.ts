import { INSTRUMENT_REPORTS, REPORT_KINDS, REPORT_SUMS, SUMMED_REPORTS } from '@fairlot/contract';
import type { ReportKind } from '@fairlot/contract';
import { DEFAULT_GROUPS } from '@fairlot/domain';
import type { StaffInput } from '@fairlot/client';
import { userNumber } from '../../lists/user-number.ts';

/** The entered filter of a report. Empty texts choose everything. */
export interface Selection {
  readonly kind: string;
  readonly accounts: string;
  readonly by: string;
  readonly user: string;
  readonly group: string;
  readonly instrument: string;
}

export const FIRST_SELECTION: Selection = {
  kind: 'trades',
  accounts: 'real',
  by: 'each',
  user: '',
  group: '',
  instrument: '',
};

/** The filter as calls take it. Fields that the kind does not have are left out, as they are not on the screen. */
export type SelectionInput = Omit<StaffInput<'officeReport'>, 'first_day' | 'last_day'>;

export function kindOf({ kind }: Selection): ReportKind {
  return REPORT_KINDS.find((each) => each === kind) ?? 'trades';
}

/** True for kinds whose rows are sums. */
export function isSummed(kind: ReportKind): boolean {
  return SUMMED_REPORTS.some((each) => each === kind);
}

/** True for kinds that can be narrowed to an instrument. */
export function hasInstrument(kind: ReportKind): boolean {
  return INSTRUMENT_REPORTS.some((each) => each === kind);
}

/** The groups in which the chosen accounts can be. */
export function groupsOf<G extends { readonly id: number }>(
  { accounts }: Selection,
  groups: readonly G[],
): readonly G[] {
  const other = DEFAULT_GROUPS[accounts === 'demo' ? 'real' : 'demo'];
  return groups.filter(({ id }) => id !== other);
}

export function selectionInput(selection: Selection): SelectionInput {
  const kind = kindOf(selection);
  const { accounts, user, group, instrument } = selection;
  return {
    kind,
    accounts: accounts === 'demo' ? 'demo' : 'real',
    by: isSummed(kind) ? (REPORT_SUMS.find((each) => each === selection.by) ?? 'each') : 'each',
    ...(user === '' ? {} : { user_id: userNumber(user) ?? user }),
    ...(group === '' ? {} : { group_id: group }),
    ...(instrument === '' || !hasInstrument(kind) ? {} : { instrument_id: instrument }),
  };
}

/** The UTC days from the first of the month to today, as the form begins with. */
export function firstDays(now: number): { readonly first: string; readonly last: string } {
  const last = new Date(now).toISOString().slice(0, 10);
  return { first: `${last.slice(0, 8)}01`, last };
}
