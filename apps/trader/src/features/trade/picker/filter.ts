/** What the picker needs to know of an instrument. */
export interface Pickable {
  readonly Code: string;
  readonly ShowCode: string;
  readonly Name: string;
  readonly CategoryId: number;
}

/** What narrows the list; a null category means all. */
export interface PickerFilter {
  readonly text: string;
  readonly category: number | null;
}

/** The letters and digits of a text, so that "eur/usd" and "EURUSD" find each other. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The instruments that fit, in their given order; those whose code begins with the text come first. */
export function filterInstruments<T extends Pickable>(instruments: readonly T[], { text, category }: PickerFilter): T[] {
  const wanted = plain(text);
  const inCategory = instruments.filter((one) => category === null || one.CategoryId === category);
  if (wanted === '') return inCategory;
  const found = inCategory.filter((one) => [one.Code, one.ShowCode, one.Name].some((field) => plain(field).includes(wanted)));
  const leads = (one: T): number => (plain(one.Code).startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => leads(a) - leads(b));
}
