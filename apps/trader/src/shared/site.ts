import type { OutputOf, calls } from '@fairlot/contract';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { api, marketClock, realtime } from './services.ts';

export type SiteInfo = OutputOf<(typeof calls)['basicInfo']>;

const KEY = ['site'] as const;

/** What has arrived of the site by now, for code outside React. */
export function knownSite(): SiteInfo | undefined {
  return queryClient.getQueryData<SiteInfo>(KEY);
}

const siteQuery = {
  queryKey: KEY,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<SiteInfo> => {
    const site = await api.call('basicInfo', {}, { quiet: true, initial: true, signal });
    marketClock.is(site.server_time);
    return site;
  },
  staleTime: 5 * 60_000,
};

/** Asks for the site before the first screen is there to show it. */
export function prefetchSite(): void {
  void queryClient.prefetchQuery(siteQuery);
}

/** Title, market source and base settings of this site; undefined until they arrive. */
export function useSite(): SiteInfo | undefined {
  return useQuery(siteQuery).data;
}

let wasLive = false;
// While there was no connection the device may have slept, or its clock been moved: the server is asked what time it is.
realtime.state.subscribe(() => {
  if (realtime.state.getSnapshot() !== 'live') return;
  if (wasLive) void queryClient.invalidateQueries({ queryKey: KEY });
  wasLive = true;
});
