import type { TradeStatistics } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { EmptyState, ErrorState, IconButton, Skeleton } from '@fairlot/ui';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FilterSheet } from '../../features/statement/FilterSheet.tsx';
import { PeriodBar } from '../../features/statement/PeriodBar.tsx';
import { filterOf, searchOf } from '../../features/statement/statement-filter.ts';
import type { StatementFilter } from '../../features/statement/statement-filter.ts';
import { useText } from '../../shared/language/language.ts';
import { useTradeNotesText } from '../../shared/language/trade-notes-text.ts';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { Statistics } from './Statistics.tsx';
import { useTradeStatistics } from './statistics-query.ts';

/** The trading journal: results of the closed trades of a period by tag, hour, weekday and instrument. */
export function JournalScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const filter = filterOf(search);
  const [filtering, setFiltering] = useState(false);
  const go = (next: StatementFilter): void => void navigate(`/mine/journal?${searchOf(next)}`, { replace: true });
  return (
    <Screen
      title={t('title.journal')}
      back
      actions={<IconButton icon="filter" label={t('statement.filter.title')} onClick={() => setFiltering(true)} />}
    >
      <PeriodBar
        period={filter.period}
        onPeriod={(period) => go({ ...filter, period, from: undefined, to: undefined })}
        onRange={() => setFiltering(true)}
      />
      <ScreenBody wide>
        <Suspense fallback={<Waiting />}>
          <Body filter={filter} />
        </Suspense>
      </ScreenBody>
      <Filter filter={filter} open={filtering} onFilter={go} onClose={() => setFiltering(false)} />
    </Screen>
  );
}

function Body({ filter }: { readonly filter: StatementFilter }): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useTradeStatistics(filter);
  if (data === undefined)
    return isError ? (
      <ErrorState
        title={words('tradeNotes.failedStatistics')}
        text={t('statement.failedHint')}
        retryLabel={t('common.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Waiting />
    );
  if (data.total.trades === 0)
    return <EmptyState art="history" title={t('statement.empty.trades')} text={words('tradeNotes.emptyHint')} />;
  return (
    <div aria-busy={isPlaceholderData} className="safe-bottom p-4">
      <p className="mb-4 text-14 text-quiet">
        {words('tradeNotes.netNote')} {words('tradeNotes.opened', { zone: isolate(data.timeZone) })}
      </p>
      <Statistics statistics={data} />
    </div>
  );
}

interface FilterProps {
  readonly filter: StatementFilter;
  readonly open: boolean;
  readonly onFilter: (filter: StatementFilter) => void;
  readonly onClose: () => void;
}

/** The sheet of dates and filters, once the shown days are known. */
function Filter({ filter, ...sheet }: FilterProps): ReactNode {
  const { data } = useTradeStatistics(filter);
  return data === undefined ? null : <FilterSheet filter={filter} days={daysOf(data)} ofTrades {...sheet} />;
}

function daysOf({ from, to }: TradeStatistics): { readonly from: string; readonly to: string } {
  return { from: from.slice(0, 10), to: new Date(Date.parse(to) - 1).toISOString().slice(0, 10) };
}

function Waiting(): ReactNode {
  return (
    <div aria-busy="true" className="grid gap-4 p-4 lg:grid-cols-2">
      <Skeleton shape="h-72 w-full" />
      <Skeleton shape="h-72 w-full" />
    </div>
  );
}
