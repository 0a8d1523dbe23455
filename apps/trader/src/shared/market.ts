import { CallError } from '@fairlot/client';
import type { QuoteView } from '@fairlot/client';
import type { OutputOf, calls } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { currentLanguage, useLanguage } from './language.ts';
import type { KeptMarket, MarketNow } from './kept-market.ts';
import { useOldMarket } from './old-market.ts';
import { queryClient } from './query-client.ts';
import { useSelectedInstrumentId } from './selected-instrument.ts';
import { api, quotes, realtime } from './services.ts';

/** An instrument as the list call describes it. */
export type Instrument = OutputOf<(typeof calls)['tradeList']>[number];
export type Category = OutputOf<(typeof calls)['categories']>[number];

export interface Instruments {
  readonly list: readonly Instrument[];
  readonly byId: ReadonlyMap<number, Instrument>;
  /** No list yet and none kept from before. */
  readonly loading: boolean;
  /** The list could not be loaded and none is kept. */
  readonly failed: boolean;
  readonly refreshing: boolean;
  readonly refresh: () => void;
}

/** A list is not read again by a navigation within this time, as at the start, where it was asked for in advance. */
const JUST_READ_MS = 1_000;

interface ListQuery<Item> {
  readonly queryKey: readonly string[];
  /** Asked for without a network too: then what was kept of an earlier visit is the answer. */
  readonly networkMode: 'always';
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<readonly Item[]>;
}

const INSTRUMENTS_KEY = 'instruments';
const CATEGORIES_KEY = 'categories';
const NONE: readonly Instrument[] = [];

const instrumentsQuery = (language: LanguageCode): ListQuery<Instrument> => ({
  queryKey: [INSTRUMENTS_KEY, language],
  networkMode: 'always',
  queryFn: async ({ signal }) => {
    const { list, seen } = await orKept(
      [INSTRUMENTS_KEY, language],
      api.call('tradeList', {}, { quiet: true, initial: true, signal }),
      (kept) => kept.list,
    );
    // Of the market's two lists this one has the prices: what became of the other says nothing of their age.
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
      await orKept(
        [CATEGORIES_KEY, language],
        api.call('categories', {}, { quiet: true, initial: true, signal }),
        (kept) => kept.categories,
      )
    ).list,
});

/** The server's answer; or, where nothing can be reached and nothing is shown yet, what this device kept, until there is a connection. */
async function orKept<T>(
  queryKey: readonly string[],
  asked: Promise<T>,
  pick: (kept: KeptMarket) => T,
): Promise<{ readonly list: T; readonly seen: string | null }> {
  try {
    return { list: await asked, seen: null };
  } catch (error) {
    const isLost =
      error instanceof CallError && error.outcomeUnknown && queryClient.getQueryData(queryKey) === undefined;
    const kept = isLost ? (await import('./kept-market.ts')).readKeptMarket() : undefined;
    if (kept === undefined) throw error;
    const stop = realtime.state.subscribe(() => {
      if (realtime.state.getSnapshot() !== 'live') return;
      stop();
      void queryClient.invalidateQueries({ queryKey });
    });
    return { list: pick(kept), seen: kept.seen };
  }
}

/** The market as the page has it now, for what keeps it on this device. */
export function marketNow(): MarketNow {
  const language = currentLanguage();
  return {
    list: queryClient.getQueryData([INSTRUMENTS_KEY, language]),
    categories: queryClient.getQueryData([CATEGORIES_KEY, language]),
  };
}

/** Asks for the instruments and their categories before the first screen is there to show them. */
export function prefetchMarket(): void {
  const language = currentLanguage();
  void queryClient.prefetchQuery(instrumentsQuery(language));
  void queryClient.prefetchQuery(categoriesQuery(language));
}

/** All instruments, in the server's order. The quote store is seeded with each answer. Who can do without them for now does not ask. */
export function useInstruments(asks = true): Instruments {
  const language = useLanguage();
  const query = useQuery({
    ...instrumentsQuery(language),
    enabled: asks,
    // A list in the former language is better than an empty screen while the names arrive.
    placeholderData: (before) => before,
  });
  const list = query.data ?? NONE;
  const byId = useMemo(() => new Map(list.map((instrument) => [instrument.Id, instrument])), [list]);
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

/** An instrument of the list that is there now, for what is not a component. */
export function listedInstrument(id: number): Instrument | undefined {
  return queryClient
    .getQueryData<readonly Instrument[]>([INSTRUMENTS_KEY, currentLanguage()])
    ?.find((instrument) => instrument.Id === id);
}

/** Reads the instrument list again, as entering the market or trading screen does. */
export function refreshInstruments(): void {
  const now = Date.now();
  void queryClient.invalidateQueries({
    queryKey: [INSTRUMENTS_KEY],
    predicate: ({ state }) => now - state.dataUpdatedAt > JUST_READ_MS,
  });
}

/** Categories of instruments, named in the visitor's language. */
export function useCategories(): UseQueryResult<readonly Category[]> {
  const language = useLanguage();
  return useQuery({
    ...categoriesQuery(language),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
}

/** The instrument that the trade screen shows: the chosen one, or the first of the list before any choice. */
export function useSelectedInstrument(asks = true): Instrument | undefined {
  const id = useSelectedInstrumentId();
  const { list, byId } = useInstruments(asks);
  return (id === null ? undefined : byId.get(id)) ?? list[0];
}

/** Live prices of one instrument, at most four times a second; undefined before the first. */
export function useQuote(id: number | undefined): QuoteView | undefined {
  const store = id === undefined ? NO_QUOTE : quotes.quote(id);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

const NO_QUOTE = { subscribe: () => () => undefined, getSnapshot: () => undefined };
