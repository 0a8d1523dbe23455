import { useCategories, useInstruments } from '../shared/market.ts';
import type { Category, Instrument } from '../shared/market.ts';
import { useFavourites } from './favourites.ts';
import { filtered } from './filter.ts';
import type { Filter } from './filter.ts';

const NONE: readonly Category[] = [];

/** The instruments that a filter leaves. */
export function useFiltered(filter: Filter): readonly Instrument[] {
  const { list } = useInstruments();
  const { data: categories = NONE } = useCategories();
  const { ids: favourites } = useFavourites();
  return filtered(list, filter, { favourites, categories });
}
