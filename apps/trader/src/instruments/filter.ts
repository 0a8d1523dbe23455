import { searchable } from '../shared/searchable.ts';

/** What the filter needs to know of an instrument. */
export interface Listed {
  readonly Id: number;
  readonly Code: string;
  readonly ShowCode: string;
  readonly Name: string;
  readonly CategoryId: number;
}

/** A chip of the filter: a category, the user's favourites, or everything (null). */
export type Choice = number | 'favourites' | null;

/** What a list of instruments is narrowed to. */
export interface Filter {
  readonly choice: Choice;
  readonly search: string;
}

/** What is known beside the instruments: who is a favourite, and what the categories are called here. */
export interface Known {
  readonly favourites: ReadonlySet<number>;
  readonly categories: readonly { readonly Id: number; readonly NameShowTrans: string }[];
}

export const EVERYTHING: Filter = { choice: null, search: '' };

/** Tapping the active chip clears the filter. */
export function toggled<C extends Choice>(active: Choice, tapped: C): C | null {
  return active === tapped ? null : tapped;
}

/** The letters, marks and digits of a text, so that "eur/usd" and "EURUSD" find each other, in any script. */
function plain(text: string): string {
  return searchable(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/**
 * The chosen instruments whose code, name or category holds every word of the search, in their given order; those whose
 * code begins with the search come first.
 */
export function filtered<T extends Listed>(
  list: readonly T[],
  { choice, search }: Filter,
  { favourites, categories }: Known,
): readonly T[] {
  const chosen =
    choice === null
      ? list
      : list.filter(({ Id, CategoryId }) => (choice === 'favourites' ? favourites.has(Id) : CategoryId === choice));
  const words = search
    .split(/[\s/]+/)
    .map(plain)
    .filter((word) => word !== '');
  if (words.length === 0) return chosen;
  const names = new Map(categories.map(({ Id, NameShowTrans }) => [Id, plain(NameShowTrans)]));
  const found = chosen.filter(({ Code, ShowCode, Name, CategoryId }) => {
    const fields = [plain(Code), plain(ShowCode), plain(Name), names.get(CategoryId) ?? ''];
    return words.every((word) => fields.some((field) => field.includes(word)));
  });
  const first = words.join('');
  const leads = ({ Code }: T): number => (plain(Code).startsWith(first) ? 0 : 1);
  return found.sort((a, b) => leads(a) - leads(b));
}
