import type { CallOutput } from '@fairlot/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../../shared/language.ts';
import { useApi } from '../../shared/services.ts';

type NewsPage = CallOutput<'newsList'>;
export type NewsItem = NewsPage['data'][number];
export type NewsDetail = CallOutput<'newsInfo'>;

/** The news in the visitor's language, page by page, newest first. An item that moved to the next page meanwhile is there once. */
export function useNews(): UseInfiniteQueryResult<readonly NewsItem[]> {
  const api = useApi();
  const language = useLanguage();
  return useInfiniteQuery({
    queryKey: ['news', language],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.call('newsList', { category_id: 1, page: pageParam }, { quiet: true, signal }),
    getNextPageParam: (last: NewsPage, pages: readonly NewsPage[]) => {
      const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
      return last.data.length > 0 && loaded < last.total ? pages.length + 1 : undefined;
    },
    select: ({ pages }) => [...new Map(pages.flatMap((page) => page.data).map((item) => [item.id, item])).values()],
  });
}

/** One item with its text. */
export function useNewsDetail(id: number | undefined): UseQueryResult<NewsDetail> {
  const api = useApi();
  const language = useLanguage();
  return useQuery({
    queryKey: ['news-detail', language, id ?? 0],
    enabled: id !== undefined,
    queryFn: ({ signal }) => api.call('newsInfo', { id: id ?? 0 }, { quiet: true, spinner: true, signal }),
  });
}
