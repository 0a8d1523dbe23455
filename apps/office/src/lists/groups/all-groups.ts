import { type RowOf, allRows } from '../list-calls.ts';

/** More pages than there may be groups. */
const MOST_PAGES = 5;

/** All groups of accounts, the two of new accounts first. */
export function allGroups(signal?: AbortSignal): Promise<readonly RowOf<'officeGroups'>[]> {
  return allRows('officeGroups', MOST_PAGES, signal);
}
