import type { Category, ListedInstrument } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import { useCategories, useInstruments } from '../../shared/market/market.ts';
import { useFavourites } from './favourites.ts';
import { filtered } from './filter.ts';
import type { Filter } from './filter.ts';

const NONE: readonly Category[] = [];

/** The instruments that pass the filter. Nicknames are loaded with the first search. */
export function useFiltered(filter: Filter): readonly ListedInstrument[] {
  const { list } = useInstruments();
  const { data: categories = NONE } = useCategories();
  const { ids: favourites } = useFavourites();
  const { data: nicknames } = useQuery({
    enabled: filter.search.trim() !== '',
    queryKey: ['nicknames'],
    networkMode: 'always',
    queryFn: async () => (await import('./nicknames.ts')).NICKNAMES,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return filtered(list, filter, { favourites, categories, nicknames });
}
