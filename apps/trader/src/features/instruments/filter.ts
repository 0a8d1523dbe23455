import type { Category } from '@fairlot/client';
import { searchable } from '../../shared/language/searchable.ts';

/** Fields of an instrument that the filter reads. */
export interface Listed {
  readonly id: number;
  readonly code: string;
  readonly showCode: string;
  readonly name: string;
  readonly category: number;
}

/** A chip of the filter: a category's id, the favourites, or everything (null). */
export type Choice = number | 'favourites' | null;

/** A filter of the instrument list. */
export interface Filter {
  readonly choice: Choice;
  readonly search: string;
}

/** Data that the filter needs besides the instruments: favourites, and categories with their translated names. */
export interface Known {
  readonly favourites: ReadonlySet<number>;
  readonly categories: readonly Category[];
  /** Names by which traders call instruments, by code. Absent until they are loaded. */
  readonly nicknames?: Readonly<Record<string, readonly string[]>> | undefined;
}

export const EVERYTHING: Filter = { choice: null, search: '' };

/** Returns the choice after a tap on a chip. Tapping the active chip clears the filter. */
export function toggled<C extends Choice>(active: Choice, tapped: C): C | null {
  return active === tapped ? null : tapped;
}

/** Keeps only letters, marks and digits of any script, so that "eur/usd" matches "EURUSD". */
function plain(text: string): string {
  return searchable(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/**
 * Returns the chosen instruments whose code, name, category or nickname contains every word of the search, in the given
 * order. Codes that start with the search come first, then nicknames that do.
 */
export function filtered<T extends Listed>(
  list: readonly T[],
  { choice, search }: Filter,
  { favourites, categories, nicknames }: Known,
): readonly T[] {
  const chosen =
    choice === null
      ? list
      : list.filter(({ id, category }) => (choice === 'favourites' ? favourites.has(id) : category === choice));
  const words = search
    .split(/[\s/]+/)
    .map(plain)
    .filter((word) => word !== '');
  if (words.length === 0) return chosen;
  const names = new Map(categories.map(({ id, name }) => [id, plain(name)]));
  const first = words.join('');
  const calls = (code: string): readonly string[] => nicknames?.[code]?.map(plain) ?? [];
  const found = chosen.filter(({ code, showCode, name, category }) => {
    const fields = [plain(code), plain(showCode), plain(name), names.get(category) ?? ''];
    return (
      words.every((word) => fields.some((field) => field.includes(word))) ||
      calls(code).some((called) => called.includes(first))
    );
  });
  const leads = ({ code }: T): number =>
    plain(code).startsWith(first) ? 0 : calls(code).some((called) => called.startsWith(first)) ? 1 : 2;
  return found.sort((a, b) => leads(a) - leads(b));
}
