import { BULK_MOST_UIDS, bulkSelection } from '@fairlot/contract';
import type { StaffInput } from '@fairlot/client';
import { DAY_MS } from '@fairlot/domain';

/** The entered selection. Empty texts choose everybody. */
export interface Selection {
  readonly accounts: string;
  readonly countries: string;
  readonly languages: readonly string[];
  readonly verified: string;
  readonly positions: string;
  readonly seenFrom: string;
  readonly seenTo: string;
  readonly uids: string;
}

export const EVERYBODY: Selection = {
  accounts: 'real',
  countries: '',
  languages: [],
  verified: '',
  positions: '',
  seenFrom: '',
  seenTo: '',
  uids: '',
};

/** The selection as calls take it. */
export type SelectionInput = Omit<StaffInput<'officeBulkCount'>, 'kind'>;

const parts = (text: string): readonly string[] => text.split(/[\s,،;]+/).filter((part) => part !== '');

/** The fields whose values calls do not take. */
export function badSelection(selection: Selection): ReadonlySet<string> {
  const checked = bulkSelection.safeParse(selectionInput(selection));
  const bad = new Set(checked.success ? [] : checked.error.issues.map(({ path }) => String(path[0])));
  if (parts(selection.uids).length > BULK_MOST_UIDS) bad.add('uids');
  return bad;
}

export function selectionInput(selection: Selection): SelectionInput {
  const { verified, positions, seenFrom, seenTo } = selection;
  return {
    accounts: selection.accounts === 'demo' ? 'demo' : 'real',
    countries: [...new Set(parts(selection.countries.toUpperCase()))].join(','),
    languages: selection.languages.join(','),
    uids: [...new Set(parts(selection.uids))].join(','),
    ...(verified === '' ? {} : { verified: verified === '1' ? '1' : '0' }),
    ...(positions === '' ? {} : { positions: positions === '1' ? '1' : '0' }),
    ...(seenFrom === '' ? {} : { seen_from: startOf(seenFrom, 0) }),
    // Both days are part of the selection.
    ...(seenTo === '' ? {} : { seen_to: startOf(seenTo, 1) }),
  };
}

/** The begin of a UTC day, or of one after it. */
function startOf(day: string, later: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS).toISOString();
}
