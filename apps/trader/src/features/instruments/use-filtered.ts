import type { Category, ListedInstrument } from '@fairlot/client';
import { useCategories, useInstruments } from '../../shared/market/market.ts';
import { useFavourites } from './favourites.ts';
import { filtered } from './filter.ts';
import type { Filter } from './filter.ts';

const NONE: readonly Category[] = [];

/** The instruments that pass the filter. */
export function useFiltered(filter: Filter): readonly ListedInstrument[] {
  const { list } = useInstruments();
  const { data: categories = NONE } = useCategories();
  const { ids: favourites } = useFavourites();
  return filtered(list, filter, { favourites, categories });
}
