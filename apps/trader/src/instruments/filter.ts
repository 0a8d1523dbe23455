import type { Instrument } from '../shared/market.ts';

/** What the market list is narrowed to. */
export interface Filter {
  /** null: every category. */
  readonly category: number | null;
  readonly search: string;
}

/** Tapping the active chip clears the filter. */
export function toggled(active: number | null, tapped: number): number | null {
  return active === tapped ? null : tapped;
}

/** The instruments of a category whose code or name contains every word of the search. */
export function filtered(list: readonly Instrument[], { category, search }: Filter): readonly Instrument[] {
  const words = search.toLocaleLowerCase().split(/[\s/]+/).filter((word) => word !== '');
  return list.filter((instrument) => {
    if (category !== null && instrument.CategoryId !== category) return false;
    const text = `${instrument.Code} ${instrument.ShowCode} ${instrument.Name}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
