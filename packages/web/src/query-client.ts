import { shouldRetry } from '@fairlot/client';
import { QueryClient } from '@tanstack/react-query';

/** Creates the cache of calls' answers. An answer older than `staleMs` is fetched again when it is shown. */
export function createQueryClient(staleMs: number): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleMs, refetchOnWindowFocus: true, retry: shouldRetry },
      // The default pauses a mutation without a network and runs it later, even after the user dismissed it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
