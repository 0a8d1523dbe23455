import { shouldRetry } from '@fairlot/client';
import { QueryClient } from '@tanstack/react-query';
import type {
  InvalidateOptions,
  InvalidateQueryFilters,
  QueryFilters,
  QueryKey,
  RefetchOptions,
  RefetchQueryFilters,
} from '@tanstack/react-query';

/** Creates the cache of calls' answers. An answer older than `staleMs` is fetched again when it is shown. */
export function createQueryClient(staleMs: number): QueryClient {
  return new AnswerCache({
    defaultOptions: {
      queries: { staleTime: staleMs, refetchOnWindowFocus: true, retry: shouldRetry },
      // The default pauses a mutation without a network and runs it later, even after the user dismissed it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * A query client that never takes an answer from before an invalidation. The library keeps a read that is in flight if
 * it is the first one or if nothing shows its data, and then marks its answer as fresh.
 */
class AnswerCache extends QueryClient {
  override invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options: InvalidateOptions = {},
  ): Promise<void> {
    if (options.cancelRefetch !== false) this.#abandonReads(filters);
    return super.invalidateQueries(filters, options);
  }

  override refetchQueries<K extends QueryKey = QueryKey>(
    filters?: RefetchQueryFilters<K>,
    options: RefetchOptions = {},
  ): Promise<void> {
    if (options.cancelRefetch !== false) this.#abandonReads(filters);
    return super.refetchQueries(filters, options);
  }

  /** Ends the reads that the library would keep. */
  #abandonReads<K extends QueryKey>(filters: QueryFilters<K> | undefined): void {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (query.state.data === undefined || !query.isActive()) void query.cancel({ revert: true });
  }
}

/**
 * Caches the answer of a change. A read that is in flight may be older than the change, so it is asked again.
 */
export function storeAnswer(client: QueryClient, queryKey: QueryKey, answer: unknown): void {
  const isReading = client.isFetching({ queryKey, exact: true }) > 0;
  client.setQueryData(queryKey, answer);
  if (isReading) void client.invalidateQueries({ queryKey, exact: true });
}
