import { RANKING_SORTS } from '@fairlot/contract';
import type { RankingSort } from '@fairlot/contract';
import { Button, EmptyState, ErrorState, Skeleton, cx } from '@fairlot/ui';
import { useMemo } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router';
import { ListEnd } from '../../shared/ListEnd.tsx';
import { useText } from '../../shared/text.ts';
import { useTimes } from '../../shared/times.ts';
import { RankRow } from './RankRow.tsx';
import { entriesOf } from './ranking-query.ts';
import type { useRanking } from './ranking-query.ts';

const SKELETON_ROWS = 5;
/** From edge to edge on a phone; in a wide window as wide as the card above it. */
const CARD = 'overflow-hidden border-y border-line bg-surface lg:mx-4 lg:rounded-surface lg:border-x';

export interface RankListProps {
  readonly ranking: ReturnType<typeof useRanking>;
  readonly sort: RankingSort;
  /** Each entry offers to be followed. */
  readonly following: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Number of the visitor's own entry. */
  readonly ownId: number | undefined;
}

/** The entries in their order, with the time of their figures at the end. */
export function RankList({ ranking, sort, following, scroller, ownId }: RankListProps): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const times = useTimes();
  const { data, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    ranking;
  const entries = useMemo(() => entriesOf(data), [data]);
  if (data === undefined) {
    if (!isError) return <ListSkeleton following={following} />;
    return (
      <ErrorState
        title={t('rank.failed')}
        text={t('rank.failedHint')}
        retryLabel={t('common.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (entries.length === 0) {
    const action = (
      <Button kind="secondary" onClick={() => void navigate('/trade')}>
        {t('orders.toTrade')}
      </Button>
    );
    return <EmptyState art="ranking" title={t('rank.empty')} text={t('rank.emptyHint')} action={action} />;
  }
  const asOf = data.pages[0]?.as_of;
  return (
    <>
      <ol className={CARD}>
        {entries.map((entry) => (
          <RankRow key={entry.user.id} entry={entry} sort={sort} following={following} own={entry.user.id === ownId} />
        ))}
      </ol>
      {asOf === null || asOf === undefined ? null : (
        <p className="gutter pt-3 text-center text-12 text-faint">
          {t('rank.asOf', { time: times.dateTime(Date.parse(asOf)) })}
        </p>
      )}
      <ListEnd
        more={hasNextPage}
        loading={isFetchingNextPage}
        failed={isFetchNextPageError}
        scroller={scroller}
        onMore={() => void fetchNextPage()}
      />
    </>
  );
}

/** Rows of their final height while the list is loaded for the first time. */
function ListSkeleton({ following }: { readonly following: boolean }): ReactNode {
  return (
    <div className={CARD} aria-busy="true">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div
          key={index}
          className={cx(
            'space-y-3 border-b border-line px-4 py-3 last:border-b-0',
            following ? 'h-54 min-[48rem]:h-44' : 'h-40 min-[48rem]:h-30',
          )}
        >
          <div className="flex items-center gap-3">
            <Skeleton shape="size-8 !rounded-full" />
            <Skeleton shape="h-5 w-32" />
            <span className="flex-1" />
            <Skeleton shape="h-6 w-20" />
          </div>
          <div className="grid grid-cols-3 gap-3 min-[48rem]:grid-cols-6 min-[48rem]:ps-11">
            {RANKING_SORTS.map((each) => (
              <Skeleton key={each} shape="h-8" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
