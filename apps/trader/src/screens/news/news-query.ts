import { readArticle, readNews } from '@fairlot/client';
import type { NewsArticle, NewsItem, RecordPage } from '@fairlot/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

type NewsPage = RecordPage<NewsItem>;

/**
 * News in the visitor's language, page by page, newest first. New items shift the pages, so an item on two pages is
 * returned once.
 */
export function useNews(): UseInfiniteQueryResult<readonly NewsItem[]> {
  const language = useLanguage();
  return useInfiniteQuery({
    queryKey: ['news', language],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readNews(api, { category: 1, page: pageParam }, { quiet: true, signal }),
    getNextPageParam: (last: NewsPage, pages: readonly NewsPage[]) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0);
      return last.items.length > 0 && loaded < last.total ? pages.length + 1 : undefined;
    },
    select: ({ pages }) => [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()],
  });
}

/** One article with its text. */
export function useNewsDetail(id: number | undefined): UseQueryResult<NewsArticle> {
  const language = useLanguage();
  return useQuery({
    queryKey: ['news-detail', language, id ?? 0],
    enabled: id !== undefined,
    queryFn: ({ signal }) => readArticle(api, id ?? 0, { quiet: true, spinner: true, signal }),
  });
}
