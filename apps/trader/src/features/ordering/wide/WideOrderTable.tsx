/* eslint-disable jsx-a11y/prefer-tag-over-role -- Rows are grids that come and go with the scroller, which the layout of a table element does not allow. */
import { ErrorState, Skeleton, cx } from '@fairlot/ui';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { Virtualizer } from 'virtua';
import { ordersOf } from '../lists/order-pages.ts';
import { useOrderPages } from '../lists/orders-query.ts';
import { ListEnd } from '../../../shared/lists/ListEnd.tsx';
import { useText } from '../../../shared/language/language.ts';
import { COLUMNS, PLACES } from './columns.ts';
import type { LivingList } from '../lists/order-list.ts';
import { WideOrderRow } from './WideOrderRow.tsx';

const ROW_HEIGHT_PX = 44;
const HEAD_HEIGHT_PX = 28;

export interface WideOrderTableProps {
  readonly list: LivingList;
  readonly onOpen: (id: number) => void;
}

/** A table of orders, one per row. In narrow panels, related figures are stacked. */
export function WideOrderTable({ list, onOpen }: WideOrderTableProps): ReactNode {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const query = useOrderPages(list);
  const { data, isError, isFetching, refetch } = query;
  const orders = useMemo(() => ordersOf(data), [data]);
  if (data === undefined) {
    if (!isError) return <Waiting />;
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ErrorState
          title={t('orders.failed')}
          retryLabel={t('common.retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  if (orders.length === 0) return <Empty list={list} />;
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div
        role="table"
        aria-label={t(`orders.tab.${list}`)}
        aria-rowcount={(data.pages[0]?.total ?? orders.length) + 1}
      >
        <Head list={list} />
        <Virtualizer scrollRef={scroller} startMargin={HEAD_HEIGHT_PX} itemSize={ROW_HEIGHT_PX} data={orders}>
          {(order, index) => <WideOrderRow key={order.id} order={order} row={index + 2} onOpen={onOpen} />}
        </Virtualizer>
      </div>
      {query.hasNextPage ? <ListEnd query={query} scroller={scroller} /> : null}
    </div>
  );
}

function Head({ list }: { readonly list: LivingList }): ReactNode {
  const t = useText();
  const pending = list === 'pending';
  const names = {
    instrument: t('wide.instrument'),
    side: t('wide.sideLots'),
    open: t(pending ? 'orders.field.targetPrice' : 'wide.entry'),
    now: t('orders.now'),
    stop: t('trade.line.stopLoss'),
    target: t('trade.line.takeProfit'),
    result: t(pending ? 'wide.distance' : 'orders.field.result'),
  } as const;
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={cx(
        COLUMNS,
        'sticky top-0 z-1 min-h-7 border-b py-0.5 @min-[42rem]:py-0 border-line bg-surface text-12 text-quiet',
      )}
    >
      {(['instrument', 'side', 'open', 'now', 'stop', 'target', 'result'] as const).map((name) => (
        <span key={name} role="columnheader" className={cx(PLACES[name], 'block min-w-0 hyphens-auto wrap-anywhere')}>
          {names[name]}
        </span>
      ))}
      <span role="columnheader" className={PLACES.actions}>
        <span className="sr-only">{t('wide.actions')}</span>
      </span>
    </div>
  );
}

function Empty({ list }: { readonly list: LivingList }): ReactNode {
  const t = useText();
  return (
    <div className="grid min-h-0 flex-1 place-content-center overflow-y-auto px-4 py-3 text-center">
      <p className="text-14 font-medium">{t(`orders.empty.${list}`)}</p>
      <p className="text-12 text-quiet">{t(`orders.empty.${list}Hint`)}</p>
    </div>
  );
}

function Waiting(): ReactNode {
  return (
    <div className="space-y-3 p-4" aria-busy="true">
      <Skeleton shape="h-5 w-full" />
      <Skeleton shape="h-5 w-full" />
      <Skeleton shape="h-5 w-full" />
    </div>
  );
}
