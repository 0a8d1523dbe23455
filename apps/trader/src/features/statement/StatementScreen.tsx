import { ErrorState, IconButton, Segmented, Skeleton, Tag } from '@fairlot/ui';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Screen } from '../../shared/Screen.tsx';
import { useInstruments } from '../../shared/market.ts';
import { useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { Days } from './Days.tsx';
import { EquityCurve } from './EquityCurve.tsx';
import { Exports } from './Exports.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import { InstrumentTable } from './InstrumentTable.tsx';
import { ledgerTypes } from './ledger-types.ts';
import { MovementList } from './MovementList.tsx';
import { OpenList } from './OpenList.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { reloadStatements, useStatement } from './queries.ts';
import { CARD, Results, Summary } from './Summary.tsx';
import { TradeList } from './TradeList.tsx';
import { isFiltered, searchOf, wishOf } from './wish.ts';
import type { Statement, Wish } from './wish.ts';

const LISTS = ['trades', 'movements', 'open'] as const;
type ListName = (typeof LISTS)[number];

/** The account in a period: what it came to, how, and every record behind it. */
export function StatementScreen(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const user = useSession((session) => session.user?.uid ?? '');
  const { search } = useLocation();
  const wish = wishOf(search);
  const query = useStatement(wish);
  const [filtering, setFiltering] = useState(false);
  const go = (next: Wish): void => void navigate(`/mine/statement?${searchOf(next)}`, { replace: true });
  return (
    <Screen
      title={text('title.statement')}
      back
      actions={
        <>
          <IconButton icon="filter" label={text('statement.filter.title')} onClick={() => setFiltering(true)} />
          <IconButton icon="refresh" label={text('common.refresh')} onClick={() => reloadStatements(user)} />
        </>
      }
    >
      <PeriodBar
        period={wish.period}
        onPeriod={(period) => go({ ...wish, period, from: undefined, to: undefined })}
        onRange={() => setFiltering(true)}
      />
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
        {query.data === undefined ? (
          query.isError ? (
            <ErrorState
              title={text('statement.failed')}
              text={text('statement.failedHint')}
              retryLabel={text('common.retry')}
              busy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Waiting />
          )
        ) : (
          <Body statement={query.data} wish={wish} scroller={scroller} fresh={!query.isPlaceholderData} />
        )}
      </div>
      {query.data === undefined ? null : (
        <FilterSheet
          open={filtering}
          wish={wish}
          days={daysOf(query.data)}
          onWish={go}
          onClose={() => setFiltering(false)}
        />
      )}
    </Screen>
  );
}

interface BodyProps {
  readonly statement: Statement;
  readonly wish: Wish;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** What is shown is of the chosen period, not of the one before. */
  readonly fresh: boolean;
}

function Body({ statement, wish, scroller, fresh }: BodyProps): ReactNode {
  const text = useText();
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
        {isFiltered(wish) ? <Filters wish={wish} /> : null}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Summary statement={statement} />
        <section aria-label={text('statement.curve.title')} className={CARD}>
          <h2 className="mb-3 text-16 font-semibold">{text('statement.curve.title')}</h2>
          <EquityCurve statement={statement} />
        </section>
        <Results statement={statement} />
        {statement.instruments.length === 0 ? null : (
          <section aria-label={text('statement.byInstrument')} className={CARD}>
            <h2 className="text-16 font-semibold">{text('statement.byInstrument')}</h2>
            <p className="mb-2 text-12 text-quiet">{text('statement.instrumentsNote')}</p>
            <InstrumentTable statement={statement} whole={wish.instrument === undefined && wish.side === undefined} />
          </section>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Exports wish={wish} />
        <Lists statement={statement} wish={wish} scroller={scroller} />
      </div>
    </div>
  );
}

function Lists({ statement, wish, scroller }: Pick<BodyProps, 'statement' | 'wish' | 'scroller'>): ReactNode {
  const text = useText();
  const [list, setList] = useState<ListName>('trades');
  return (
    <section aria-label={text('statement.lists')} className="flex flex-col gap-3">
      <Segmented
        label={text('statement.lists')}
        value={list}
        onChange={setList}
        options={LISTS.map((value) => ({ value, label: text(`statement.list.${value}`) }))}
      />
      {list === 'trades' ? (
        <TradeList wish={wish} scroller={scroller} />
      ) : list === 'movements' ? (
        <MovementList wish={wish} scroller={scroller} />
      ) : (
        <OpenList statement={statement} />
      )}
    </section>
  );
}

/** What the statement is narrowed to, filter by filter. */
function Filters({ wish: { instrument, side, type } }: { readonly wish: Wish }): ReactNode {
  const text = useText();
  const { byId } = useInstruments();
  const names = [
    instrument === undefined ? undefined : byId.get(instrument)?.ShowCode,
    side === undefined ? undefined : text(side === 'buy' ? 'orders.buy' : 'orders.sell'),
    type === undefined ? undefined : ledgerTypes(text).find(({ value }) => value === type)?.label,
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
      <p className="text-12 text-quiet">{text('statement.filter.note')}</p>
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
