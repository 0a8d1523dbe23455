import { readSite } from '@fairlot/client';
import type { SiteInfo } from '@fairlot/client';
import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../services/query-client.ts';
import { api, marketClock, realtime } from '../services/services.ts';

const KEY = ['site'] as const;

/** A value of the site that the server states in a meta tag of the start page. */
export function statedIn(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;
}

/** The site's information from the cache, for code outside React; undefined until it arrives. */
export function knownSite(): SiteInfo | undefined {
  return queryClient.getQueryData<SiteInfo>(KEY);
}

const siteQuery = {
  queryKey: KEY,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<SiteInfo> => {
    const site = await readSite(api, { quiet: true, initial: true, signal });
    marketClock.is(site.serverTime);
    return site;
  },
  staleTime: 5 * MINUTE_MS,
};

/** Prefetches the site's information before the first screen renders. */
export function prefetchSite(): void {
  void queryClient.prefetchQuery(siteQuery);
}

/** Time after an announced change until the page reads the site's information again. */
const AFTER_CHANGE_MS = 5000;
/** Timers of browsers overflow after 24 days. */
const LONGEST_TIMER_MS = DAY_MS;

/** Milliseconds until the next announced change of terms has taken effect; false without one. */
function untilChange(site: SiteInfo | undefined): number | false {
  const next = site?.announced[0];
  const now = marketClock.now();
  if (next === undefined || now === undefined) return false;
  return Math.min(Math.max(next.at - now, 0) + AFTER_CHANGE_MS, LONGEST_TIMER_MS);
}

/** The site's information: title, market source and settings; undefined until it arrives. */
export function useSite(): SiteInfo | undefined {
  return useQuery({ ...siteQuery, refetchInterval: ({ state }) => untilChange(state.data) }).data;
}

/** Refetches the site's information, because its settings have changed. */
export function reloadSite(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
}

/**
 * Reads the server's time again after every reconnect, because the device may have slept or its clock may have changed.
 */
export function followSite(): void {
  let wasLive = false;
  realtime.state.subscribe(() => {
    if (realtime.state.getSnapshot() !== 'live') return;
    if (wasLive) reloadSite();
    wasLive = true;
  });
}
