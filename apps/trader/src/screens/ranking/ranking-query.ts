import { listInRanking, readOwnRanking, readRanking } from '@fairlot/client';
import type { OwnRanking, RankingEntry, RankingPage } from '@fairlot/client';
import type { RankingAccounts, RankingSort } from '@fairlot/contract';
import { storeAnswer } from '@fairlot/web';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult, UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../../shared/language/language.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { useRouteActive } from '../../shared/layout/route-active.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

/** The server's figures are at most a minute old. */
const REFRESH_MS = 30_000;
const LIST_KEY = 'ranking';

/** The ranking page by page, refetched while visible. Sample strategies have names in the visitor's language. */
export function useRanking(
  sort: RankingSort,
  account: RankingAccounts,
): UseInfiniteQueryResult<InfiniteData<RankingPage, number>> {
  const language = useLanguage();
  const active = useRouteActive();
  return useInfiniteQuery({
    queryKey: [LIST_KEY, language, sort, account],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      readRanking(api, { page: pageParam, sort, account }, { quiet: true, initial: true, signal }),
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, page) => sum + page.items.length, 0) < last.total && last.items.length > 0
        ? pages.length + 1
        : undefined,
    placeholderData: keepPreviousData,
    refetchInterval: active ? REFRESH_MS : false,
  });
}

/** Flattens the loaded pages. Places shift between two answers, so an entry on two pages is returned once. */
export function entriesOf(pages: InfiniteData<RankingPage, number> | undefined): readonly RankingEntry[] {
  const all = (pages?.pages ?? []).flatMap((page) => page.items);
  return [...new Map(all.map((entry) => [entry.trader.id, entry] as const)).values()];
}

/** The user's own entry; makes no call for visitors. */
export function useOwnRanking(): UseQueryResult<OwnRanking> {
  const active = useRouteActive();
  const user = useSession((session) => session.user?.uid);
  return useQuery({
    queryKey: accountKey(user ?? '', LIST_KEY),
    queryFn: ({ signal }) => readOwnRanking(api, { quiet: true, signal }),
    enabled: user !== undefined,
    refetchInterval: active ? REFRESH_MS : false,
  });
}

/**
 * Lists the user under a name or, without one, removes the entry. Shows the server's message; a refusal appears at the
 * name field.
 */
export function useListing(): UseMutationResult<OwnRanking, Error, string | undefined> {
  const queries = useQueryClient();
  const user = useSession((session) => session.user?.uid ?? '');
  return useMutation({
    mutationFn: (name) =>
      name === undefined
        ? listInRanking(api, null, { announce: true })
        : listInRanking(api, name, { announce: true, quiet: true }),
    onSuccess: async (own) => {
      storeAnswer(queries, accountKey(user, LIST_KEY), own);
      await queries.invalidateQueries({ queryKey: [LIST_KEY] });
    },
  });
}
