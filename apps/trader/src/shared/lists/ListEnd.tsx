import { Button, Spinner } from '@fairlot/ui';
import type { FetchNextPageOptions, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useText } from '../language/language.ts';

export interface ListEndProps {
  readonly query: PagedQuery;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The part of an infinite query that its end needs. */
type PagedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & { readonly fetchNextPage: (options: FetchNextPageOptions) => unknown };

/** Loads the next page before the reader reaches the end. After a failure it waits for a tap. */
export function ListEnd({ query, scroller }: ListEndProps): ReactNode {
  const { hasNextPage: more, isFetching, isFetchingNextPage: loading, isFetchNextPageError: failed } = query;
  const t = useText();
  const mark = useRef<HTMLDivElement>(null);
  // A page that is asked for while the list is read again would end that read, and the older pages would stay.
  const onMore = (): void => void query.fetchNextPage({ cancelRefetch: false });
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    const element = mark.current;
    if (element === null || !more || isFetching || failed) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      {
        root: scroller.current,
        rootMargin: '400px',
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [more, isFetching, failed, scroller]);
  return (
    <div ref={mark} className="flex min-h-14 items-center justify-center py-2 text-12 text-faint">
      {failed ? (
        <Button kind="plain" onClick={onMore}>
          {t('orders.moreFailed')} · {t('common.retry')}
        </Button>
      ) : loading ? (
        <output aria-label={t('orders.loadingMore')}>
          <Spinner />
        </output>
      ) : more ? null : (
        t('common.noMore')
      )}
    </div>
  );
}
