import { PULL_TO_REFRESH_MS } from '@fairlot/contract';
import { writtenDirection } from '@fairlot/i18n';
import { Button, EmptyState, ErrorState, Icon, IconButton, PullToRefresh, Skeleton } from '@fairlot/ui';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../shared/services/services.ts';
import { ListEnd } from '../../shared/lists/ListEnd.tsx';
import { Screen } from '../../shared/layout/Screen.tsx';
import { useText, useTimes } from '../../shared/language/language.ts';
import { UserButton } from '../../shared/layout/UserButton.tsx';
import { useNews } from './news-query.ts';
import type { NewsItem } from '@fairlot/client';

const SKELETON_ROWS = 6;
/** Full width on phones, a card on wide windows. */
const CARD = 'lg:mx-4 lg:mt-4 lg:overflow-hidden lg:rounded-surface lg:border lg:border-line lg:*:last:border-b-0';

/** The operator's news, newest first. */
export function NewsScreen(): ReactNode {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const news = useNews();
  const refresh = (): void => void news.refetch();
  return (
    <Screen
      title={t('title.news')}
      back
      actions={
        <>
          <IconButton icon="refresh" label={t('common.refresh')} quiet disabled={news.isRefetching} onClick={refresh} />
          <UserButton />
        </>
      }
    >
      <PullToRefresh
        onRefresh={refresh}
        scroller={scroller}
        shownMs={PULL_TO_REFRESH_MS}
        pullLabel={t('common.pullToRefresh')}
        releaseLabel={t('common.releaseToRefresh')}
        refreshingLabel={t('common.refreshing')}
      >
        <div className="mx-auto w-full max-w-180">
          {news.data === undefined ? null : <NewsList items={news.data} />}
          {news.isPending ? <NewsSkeleton /> : null}
          {news.data === undefined && news.isError ? (
            <ErrorState
              title={t('news.failed')}
              retryLabel={t('common.retry')}
              onRetry={refresh}
              busy={news.isFetching}
            />
          ) : null}
          {news.data === undefined || news.data.length === 0 ? null : <ListEnd query={news} scroller={scroller} />}
        </div>
      </PullToRefresh>
    </Screen>
  );
}

function NewsList({ items }: { readonly items: readonly NewsItem[] }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  if (items.length === 0) {
    const action = (
      <Button kind="secondary" onClick={() => void navigate('/trade')}>
        {t('orders.toTrade')}
      </Button>
    );
    return <EmptyState art="news" title={t('news.empty')} text={t('news.emptyText')} action={action} />;
  }
  return (
    <ul className={CARD}>
      {items.map((item) => (
        <NewsRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function NewsRow({ item }: { readonly item: NewsItem }): ReactNode {
  const times = useTimes();
  return (
    <li className="border-b border-line bg-surface">
      <Link
        to={`/news/detail?id=${item.id}`}
        className="gutter flex min-h-24 items-center gap-3 py-3 -outline-offset-2 transition pointed:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-16 font-semibold wrap-anywhere">
            <bdi dir={writtenDirection(item.title)}>{item.title}</bdi>
          </span>
          {item.desc === '' ? null : (
            <span className="mt-0.5 line-clamp-2 text-14 text-quiet wrap-anywhere">
              <bdi dir={writtenDirection(item.desc)}>{item.desc}</bdi>
            </span>
          )}
          <time dateTime={item.createdAt} className="mt-1 block text-12 text-faint">
            <bdi>{times.date(item.createdAt)}</bdi>
          </time>
        </span>
        {item.logo === '' ? null : (
          <img
            src={api.pictureUrl(item.logo)}
            alt=""
            width="72"
            height="72"
            loading="lazy"
            className="size-18 shrink-0 rounded-control object-cover"
          />
        )}
        <span className="text-faint">
          <Icon name="forward" size={16} />
        </span>
      </Link>
    </li>
  );
}

function NewsSkeleton(): ReactNode {
  return (
    <div aria-busy="true" className={CARD}>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className="gutter flex min-h-24 flex-col justify-center gap-2 border-b border-line bg-surface">
          <Skeleton shape="h-5 w-3/4" />
          <Skeleton shape="h-4 w-full" />
          <Skeleton shape="h-3 w-20" />
        </div>
      ))}
    </div>
  );
}
