import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { accountKey, queryClient } from '../shared/query-client.ts';
import { useSession } from '../shared/session.ts';

/** One page of records as a call answers it. */
export interface RecordPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}
export type RecordPages<T> = InfiniteData<RecordPage<T>, number>;
export type RecordQuery<T> = UseInfiniteQueryResult<RecordPages<T>>;

const keyOf = (user: string, list: string): readonly (string | number)[] => accountKey(user, 'records', list);

/** A list of one's own, page by page, newest first. */
export function useRecords<T>(
  list: string,
  load: (page: number, signal: AbortSignal) => Promise<RecordPage<T>>,
): RecordQuery<T> {
  const user = useSession((session) => session.user?.uid);
  return useInfiniteQuery({
    queryKey: keyOf(user ?? '', list),
    enabled: user !== undefined,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    getNextPageParam: (last: RecordPage<T>, pages: readonly RecordPage<T>[]) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0);
      return last.items.length > 0 && loaded < last.total ? pages.length + 1 : undefined;
    },
  });
}

/** The records of all loaded pages. Pages shift while records come, so one may be on two of them: it is shown once. */
export function recordsOf<T>(pages: RecordPages<T> | undefined, idOf: (record: T) => number): T[] {
  const byId = new Map<number, T>();
  for (const page of pages?.pages ?? [])
    for (const record of page.items) if (!byId.has(idOf(record))) byId.set(idOf(record), record);
  return [...byId.values()];
}

/** Reads a list again from its first page; what is shown stays until the answer is there. */
export async function reloadRecords(user: string, list: string): Promise<void> {
  const queryKey = keyOf(user, list);
  queryClient.setQueryData<RecordPages<unknown>>(queryKey, (pages) =>
    pages === undefined ? undefined : { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) },
  );
  await queryClient.invalidateQueries({ queryKey });
}

/** Money has moved: balances, bounds and ledger are asked for again. */
export async function reloadMoney(user: string): Promise<void> {
  await Promise.all(
    ['info', 'bounds']
      .map((name) => queryClient.invalidateQueries({ queryKey: accountKey(user, name) }))
      .concat(reloadRecords(user, 'ledger')),
  );
}
