import { ErrorState, IconButton, Segmented, Skeleton, Tag } from '@fairlot/ui';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Screen } from '../../shared/layout/Screen.tsx';
import { useInstruments } from '../../shared/market/market.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { Days } from '../../features/statement/Days.tsx';
import { EquityCurve } from '../../features/statement/EquityCurve.tsx';
import { Exports } from '../../features/statement/Exports.tsx';
import { FilterSheet } from '../../features/statement/FilterSheet.tsx';
import { InstrumentTable } from '../../features/statement/InstrumentTable.tsx';
import { ledgerTypes } from '../../features/statement/ledger-types.ts';
import { MovementList } from '../../features/statement/MovementList.tsx';
import { OpenList } from '../../features/statement/OpenList.tsx';
import { PeriodBar } from '../../features/statement/PeriodBar.tsx';
import { reloadStatements, useStatement } from '../../features/statement/queries.ts';
import { CARD, Results, Summary } from '../../features/statement/Summary.tsx';
import { TradeList } from '../../features/statement/TradeList.tsx';
import { isFiltered, searchOf, filterOf } from '../../features/statement/statement-filter.ts';
import type { Statement } from '@fairlot/client';
import type { StatementFilter } from '../../features/statement/statement-filter.ts';

const LISTS = ['trades', 'movements', 'open'] as const;
type ListName = (typeof LISTS)[number];

/** The statement of a period: balances, results and all records. */
export function StatementScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const user = useSession((session) => session.user?.uid ?? '');
  const { search } = useLocation();
  const filter = filterOf(search);
  const query = useStatement(filter);
  const [filtering, setFiltering] = useState(false);
  const go = (next: StatementFilter): void => void navigate(`/mine/statement?${searchOf(next)}`, { replace: true });
  return (
    <Screen
      title={t('title.statement')}
      back
      actions={
        <>
          <IconButton icon="filter" label={t('statement.filter.title')} onClick={() => setFiltering(true)} />
          <IconButton icon="refresh" label={t('common.refresh')} onClick={() => reloadStatements(user)} />
        </>
      }
    >
      <PeriodBar
        period={filter.period}
        onPeriod={(period) => go({ ...filter, period, from: undefined, to: undefined })}
        onRange={() => setFiltering(true)}
      />
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
        {query.data === undefined ? (
          query.isError ? (
            <ErrorState
              title={t('statement.failed')}
              text={t('statement.failedHint')}
              retryLabel={t('common.retry')}
              busy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Waiting />
          )
        ) : (
          <Body statement={query.data} filter={filter} scroller={scroller} fresh={!query.isPlaceholderData} />
        )}
      </div>
      {query.data === undefined ? null : (
        <FilterSheet
          open={filtering}
          filter={filter}
          days={daysOf(query.data)}
          onFilter={go}
          onClose={() => setFiltering(false)}
        />
      )}
    </Screen>
  );
}

interface BodyProps {
  readonly statement: Statement;
  readonly filter: StatementFilter;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** True if the data belongs to the selected filter, not to the former one. */
  readonly fresh: boolean;
}

function Body({ statement, filter, scroller, fresh }: BodyProps): ReactNode {
  const t = useText();
  return (
    <div
      aria-busy={!fresh}
      className="mx-auto grid w-full max-w-300 gap-4 p-4 safe-bottom lg:grid-cols-2 lg:items-start"
    >
      <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
        <p className="text-14 text-quiet">
          <bdi>
            <Days statement={statement} />
          </bdi>
        </p>
        {isFiltered(filter) ? <Filters filter={filter} /> : null}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Summary statement={statement} />
        <section aria-label={t('statement.curve.title')} className={CARD}>
          <h2 className="mb-3 text-16 font-semibold">{t('statement.curve.title')}</h2>
          <EquityCurve statement={statement} />
        </section>
        <Results statement={statement} />
        {statement.instruments.length === 0 ? null : (
          <section aria-label={t('statement.byInstrument')} className={CARD}>
            <h2 className="text-16 font-semibold">{t('statement.byInstrument')}</h2>
            <p className="mb-2 text-12 text-quiet">{t('statement.instrumentsNote')}</p>
            <InstrumentTable
              statement={statement}
              whole={filter.instrument === undefined && filter.side === undefined}
            />
          </section>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Exports filter={filter} />
        <Lists statement={statement} filter={filter} scroller={scroller} />
      </div>
    </div>
  );
}

function Lists({ statement, filter, scroller }: Pick<BodyProps, 'statement' | 'filter' | 'scroller'>): ReactNode {
  const t = useText();
  const [list, setList] = useState<ListName>('trades');
  return (
    <section aria-label={t('statement.lists')} className="flex flex-col gap-3">
      <Segmented
        label={t('statement.lists')}
        value={list}
        onChange={setList}
        options={LISTS.map((value) => ({ value, label: t(`statement.list.${value}`) }))}
      />
      {list === 'trades' ? (
        <TradeList filter={filter} scroller={scroller} />
      ) : list === 'movements' ? (
        <MovementList filter={filter} scroller={scroller} />
      ) : (
        <OpenList statement={statement} />
      )}
    </section>
  );
}

/** The active filters of the statement. */
function Filters({ filter: { instrument, side, type } }: { readonly filter: StatementFilter }): ReactNode {
  const t = useText();
  const { byId } = useInstruments();
  const names = [
    instrument === undefined ? undefined : byId.get(instrument)?.showCode,
    side === undefined ? undefined : t(side === 'buy' ? 'orders.buy' : 'orders.sell'),
    type === undefined ? undefined : ledgerTypes(t).find(({ value }) => value === type)?.label,
  ];
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap gap-2">
        {names.map((name) =>
          name === undefined ? null : (
            <Tag key={name}>
              <bdi>{name}</bdi>
            </Tag>
          ),
        )}
      </p>
      <p className="text-12 text-quiet">{t('statement.filter.note')}</p>
    </div>
  );
}

function daysOf({ from, to }: Statement): { readonly from: string; readonly to: string } {
  return { from: from.slice(0, 10), to: new Date(Date.parse(to) - 1).toISOString().slice(0, 10) };
}

function Waiting(): ReactNode {
  return (
    <div aria-busy="true" className="mx-auto grid w-full max-w-300 gap-4 p-4 lg:grid-cols-2">
      <Skeleton shape="h-72 w-full" />
      <Skeleton shape="h-72 w-full" />
    </div>
  );
}
