import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { accountKey, queryClient } from '../services/query-client.ts';
import { useSession } from '../session/session.ts';

/** One page of records of a call's answer. */
export interface RecordPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}
export type RecordPages<T> = InfiniteData<RecordPage<T>, number>;
export type RecordQuery<T> = UseInfiniteQueryResult<RecordPages<T>>;

const keyOf = (user: string, list: string): readonly (string | number)[] => accountKey(user, 'records', list);

/** Loads a list of the user's own records page by page, newest first. */
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

/** Flattens the loaded pages. New records shift the pages, so a record may be on two of them; it is returned once. */
export function recordsOf<T>(pages: RecordPages<T> | undefined, idOf: (record: T) => number): T[] {
  const byId = new Map<number, T>();
  for (const page of pages?.pages ?? [])
    for (const record of page.items) if (!byId.has(idOf(record))) byId.set(idOf(record), record);
  return [...byId.values()];
}

/** Replaces a record in the loaded pages. */
export function withRecord<T extends { readonly id: number }>(pages: RecordPages<T>, record: T): RecordPages<T> {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.map((each) => (each.id === record.id ? record : each)),
    })),
  };
}

/** Shows a call's answer in the cached list, because reading the list again may fail. */
export function replaceRecord(user: string, list: string, record: { readonly id: number }): void {
  queryClient.setQueryData<RecordPages<{ readonly id: number }>>(keyOf(user, list), (pages) =>
    pages === undefined ? undefined : withRecord(pages, record),
  );
}

/** Reloads a list from its first page. The first page stays visible until the answer arrives. */
export async function reloadRecords(user: string, list: string): Promise<void> {
  const queryKey = keyOf(user, list);
  queryClient.setQueryData<RecordPages<unknown>>(queryKey, (pages) =>
    pages === undefined ? undefined : { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) },
  );
  await queryClient.invalidateQueries({ queryKey });
}

/** Refetches the balances, bounds and ledger after money has moved. */
export async function reloadMoney(user: string): Promise<void> {
  await Promise.all(
    ['info', 'bounds']
      .map((name) => queryClient.invalidateQueries({ queryKey: accountKey(user, name) }))
      .concat(reloadRecords(user, 'ledger')),
  );
}
