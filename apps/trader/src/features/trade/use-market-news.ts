import { readMarketNews } from '@fairlot/client';
import type { MarketNews } from '@fairlot/client';
import { MINUTE_MS } from '@fairlot/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../shared/services/services.ts';

/** The server reads its sources every 15 minutes. */
const FRESH_MS = 5 * MINUTE_MS;
const NONE: readonly number[] = [];

/** The market news of an instrument; undefined until they are read, and while they cannot be. */
export function useMarketNews(instrument: number): MarketNews | undefined {
  return useQuery({
    queryKey: ['market-news', instrument],
    queryFn: ({ signal }) => readMarketNews(api, instrument, { quiet: true, signal }),
    staleTime: FRESH_MS,
    refetchInterval: 3 * FRESH_MS,
  }).data;
}

/** Times of the calendar's entries, for the chart's time axis. */
export function useEventTimes(instrument: number): readonly number[] {
  const news = useMarketNews(instrument);
  return useMemo(() => news?.entries.map(({ time }) => time) ?? NONE, [news]);
}
