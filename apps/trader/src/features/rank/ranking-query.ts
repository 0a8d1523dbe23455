import type { CallOutput } from '@fairlot/client';
import type { RankingAccounts, RankingSort } from '@fairlot/contract';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult, UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../../shared/language.ts';
import { accountKey } from '../../shared/query-client.ts';
import { useRouteActive } from '../../shared/route-active.ts';
import { useApi } from '../../shared/services.ts';
import { useSession } from '../../shared/session.ts';

type Page = CallOutput<'followList'>;
export type RankingEntry = Page['data'][number];
export type OwnRanking = CallOutput<'followMine'>;

/** The figures change within a minute on the server. */
const REFRESH_MS = 30_000;
const LIST_KEY = 'ranking';

/** The league table page by page, read again while it is in view. Sample strategies are named in the visitor's language. */
export function useRanking(
  sort: RankingSort,
  account: RankingAccounts,
): UseInfiniteQueryResult<InfiniteData<Page, number>> {
  const api = useApi();
  const language = useLanguage();
  const active = useRouteActive();
  return useInfiniteQuery({
    queryKey: [LIST_KEY, language, sort, account],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.call('followList', { page: pageParam, sort, account }, { quiet: true, initial: true, signal }),
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, page) => sum + page.data.length, 0) < last.total && last.data.length > 0
        ? pages.length + 1
        : undefined,
    placeholderData: keepPreviousData,
    refetchInterval: active ? REFRESH_MS : false,
  });
}

/** The entries of all loaded pages. Places shift between two readings, so one may be on two pages: it is shown once. */
export function entriesOf(pages: InfiniteData<Page, number> | undefined): readonly RankingEntry[] {
  const all = (pages?.pages ?? []).flatMap((page) => page.data);
  return [...new Map(all.map((entry) => [entry.user.id, entry] as const)).values()];
}

/** One's own place; nothing is asked for a visitor. */
export function useOwnRanking(): UseQueryResult<OwnRanking> {
  const api = useApi();
  const active = useRouteActive();
  const user = useSession((session) => session.user?.uid);
  return useQuery({
    queryKey: accountKey(user ?? '', LIST_KEY),
    queryFn: ({ signal }) => api.call('followMine', {}, { quiet: true, signal }),
    enabled: user !== undefined,
    refetchInterval: active ? REFRESH_MS : false,
  });
}

/** Being listed under a name, or (without one) no longer. The server's words are shown; a refused name stays in its field. */
export function useListing(): UseMutationResult<OwnRanking, Error, string | undefined> {
  const api = useApi();
  const queries = useQueryClient();
  const user = useSession((session) => session.user?.uid ?? '');
  return useMutation({
    mutationFn: (name) =>
      name === undefined
        ? api.call('followLeave', {}, { announce: true })
        : api.call('followJoin', { name }, { announce: true, quiet: true }),
    onSuccess: async (own) => {
      queries.setQueryData<OwnRanking>(accountKey(user, LIST_KEY), own);
      await queries.invalidateQueries({ queryKey: [LIST_KEY] });
    },
  });
}
