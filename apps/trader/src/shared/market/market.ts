import { CallError, readCategories, readInstruments } from '@fairlot/client';
import type { Category, ListedInstrument, QuoteView } from '@fairlot/client';
import type { LanguageCode } from '@fairlot/i18n';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { currentLanguage, useLanguage } from '../language/language.ts';

import { useOldMarket } from './old-market.ts';
import { queryClient } from '../services/query-client.ts';
import { useSelectedInstrumentId } from './selected-instrument.ts';
import { api, quotes, realtime } from '../services/services.ts';

export interface Instruments {
  readonly list: readonly ListedInstrument[];
  readonly byId: ReadonlyMap<number, ListedInstrument>;
  /** No list has been loaded or cached yet. */
  readonly loading: boolean;
  /** The list could not be loaded and none is cached. */
  readonly failed: boolean;
  readonly refreshing: boolean;
  readonly refresh: () => void;
}

/** Navigation does not refetch a list younger than this, such as the one prefetched at the start. */
export const FRESH_MS = 1_000;

interface ListQuery<Item> {
  readonly queryKey: readonly string[];
  /** Runs offline too, so that the stored market of an earlier visit can answer. */
  readonly networkMode: 'always';
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<readonly Item[]>;
}

const INSTRUMENTS_KEY = 'instruments';
const CATEGORIES_KEY = 'categories';
const NONE: readonly ListedInstrument[] = [];

const instrumentsQuery = (language: LanguageCode): ListQuery<ListedInstrument> => ({
  queryKey: [INSTRUMENTS_KEY, language],
  networkMode: 'always',
  queryFn: async ({ signal }) => {
    const { list, seen } = await orStored(
      [INSTRUMENTS_KEY, language],
      readInstruments(api, { quiet: true, initial: true, signal }),
      (kept) => kept.instruments,
    );
    // Only this list has prices, so only it sets their age.
    useOldMarket.setState({ seen });
    quotes.seed(list);
    return list;
  },
});

const categoriesQuery = (language: LanguageCode): ListQuery<Category> => ({
  queryKey: [CATEGORIES_KEY, language],
  networkMode: 'always',
  queryFn: async ({ signal }) =>
    (
      await orStored(
        [CATEGORIES_KEY, language],
        readCategories(api, { quiet: true, initial: true, signal }),
        (kept) => kept.categories,
      )
    ).list,
});

/**
 * Returns the server's answer. If the server cannot be reached and nothing is cached, returns the stored market and
 * refetches once the connection is live.
 */
async function orStored<T>(
  queryKey: readonly string[],
  asked: Promise<T>,
  pick: (kept: { readonly instruments: readonly ListedInstrument[]; readonly categories: readonly Category[] }) => T,
): Promise<{ readonly list: T; readonly seen: string | null }> {
  try {
    return { list: await asked, seen: null };
  } catch (error) {
    const isLost =
      error instanceof CallError && error.outcomeUnknown && queryClient.getQueryData(queryKey) === undefined;
    const kept = isLost ? (await import('./stored-market.ts')).readStoredMarket() : undefined;
    if (kept === undefined) throw error;
    const reload = (): void => {
      if (realtime.state.getSnapshot() !== 'live') return;
      stop();
      clearTimeout(timer);
      void queryClient.invalidateQueries({ queryKey });
    };
    const stop = realtime.state.subscribe(reload);
    // The connection may be live already. An invalidation before this answer is kept would cancel the read.
    const timer = setTimeout(reload, FRESH_MS);
    return { list: pick(kept), seen: kept.seen };
  }
}

/** The cached market, for storing it on this device. */
export function marketNow(): {
  readonly instruments: readonly ListedInstrument[] | undefined;
  readonly categories: readonly Category[] | undefined;
} {
  const language = currentLanguage();
  return {
    instruments: queryClient.getQueryData([INSTRUMENTS_KEY, language]),
    categories: queryClient.getQueryData([CATEGORIES_KEY, language]),
  };
}

/** Prefetches the instruments and categories before the first screen renders. */
export function prefetchMarket(): void {
  const language = currentLanguage();
  void queryClient.prefetchQuery(instrumentsQuery(language));
  void queryClient.prefetchQuery(categoriesQuery(language));
}

/**
 * All instruments in the server's order; each answer seeds the quote store. With `asks` false only the cache is read.
 */
export function useInstruments(asks = true): Instruments {
  const language = useLanguage();
  const query = useQuery({
    ...instrumentsQuery(language),
    enabled: asks,
    // Shows the list in the former language while the names load.
    placeholderData: (before) => before,
  });
  const list = query.data ?? NONE;
  const byId = useMemo(() => new Map(list.map((instrument) => [instrument.id, instrument])), [list]);
  const { refetch } = query;
  return {
    list,
    byId,
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
    refreshing: query.isFetching,
    refresh: useCallback(() => void refetch(), [refetch]),
  };
}

/** Finds an instrument in the cached list, for code outside React. */
export function listedInstrument(id: number): ListedInstrument | undefined {
  return queryClient
    .getQueryData<readonly ListedInstrument[]>([INSTRUMENTS_KEY, currentLanguage()])
    ?.find((instrument) => instrument.id === id);
}

/** Refetches the instruments when the user enters the market or trading screen. */
export function refreshInstruments(): void {
  const now = Date.now();
  void queryClient.invalidateQueries(
    { queryKey: [INSTRUMENTS_KEY], predicate: ({ state }) => now - state.dataUpdatedAt > FRESH_MS },
    // Several rows may find the list outdated at once: one request serves all of them.
    { cancelRefetch: false },
  );
}

/** Refetches the instruments at once, because their terms have changed. A request under way is asked again. */
export function reloadInstruments(): void {
  void queryClient.invalidateQueries({ queryKey: [INSTRUMENTS_KEY] });
}

/** Categories of instruments, with names in the visitor's language. */
export function useCategories(): UseQueryResult<readonly Category[]> {
  const language = useLanguage();
  return useQuery({
    ...categoriesQuery(language),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
}

/** The instrument of the trade screen: the selected one, or the first of the list before any selection. */
export function useSelectedInstrument(asks = true): ListedInstrument | undefined {
  const id = useSelectedInstrumentId();
  const { list, byId } = useInstruments(asks);
  return (id === null ? undefined : byId.get(id)) ?? list[0];
}

/** Live quote of one instrument, updated at most four times a second; undefined before the first. */
export function useQuote(id: number | undefined): QuoteView | undefined {
  const store = id === undefined ? NO_QUOTE : quotes.quote(id);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

const NO_QUOTE = { subscribe: () => () => undefined, getSnapshot: () => undefined };
