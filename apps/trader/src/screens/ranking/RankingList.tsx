import { RANKING_SORTS } from '@fairlot/contract';
import type { RankingSort } from '@fairlot/contract';
import { Button, EmptyState, ErrorState, Skeleton, cx } from '@fairlot/ui';
import { useMemo } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router';
import { ListEnd } from '../../shared/lists/ListEnd.tsx';
import { useText, useTimes } from '../../shared/language/language.ts';
import { RankingRow } from './RankingRow.tsx';
import { entriesOf } from './ranking-query.ts';
import type { useRanking } from './ranking-query.ts';

const SKELETON_ROWS = 5;
/** Full width on phones; on wide windows as wide as the card above. */
const CARD = 'overflow-hidden border-y border-line bg-surface lg:mx-4 lg:rounded-surface lg:border-x';

export interface RankingListProps {
  readonly ranking: ReturnType<typeof useRanking>;
  readonly sort: RankingSort;
  /** Each entry has a follow button. */
  readonly following: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Id of the user's own entry. */
  readonly ownId: number | undefined;
}

/** The ranking's entries, with the time of their figures at the end. */
export function RankingList({ ranking, sort, following, scroller, ownId }: RankingListProps): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const times = useTimes();
  const { data, isError, isFetching, refetch } = ranking;
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
  const asOf = data.pages[0]?.asOf;
  return (
    <>
      <ol className={CARD}>
        {entries.map((entry) => (
          <RankingRow
            key={entry.trader.id}
            entry={entry}
            sort={sort}
            following={following}
            own={entry.trader.id === ownId}
          />
        ))}
      </ol>
      {asOf === null || asOf === undefined ? null : (
        <p className="gutter pt-3 text-center text-12 text-faint">
          {t('rank.asOf', { time: times.dateTime(Date.parse(asOf)) })}
        </p>
      )}
      <ListEnd query={ranking} scroller={scroller} />
    </>
  );
}

/** Placeholder rows of the final height for the first load. */
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
