/* eslint-disable jsx-a11y/prefer-tag-over-role -- Rows are grids that come and go with the scroller, which the layout of a table element does not allow. */
import { ErrorState, Skeleton, cx } from '@fairlot/ui';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { Virtualizer } from 'virtua';
import { ordersOf } from '../../../ordering/order-pages.ts';
import { useOrderPages } from '../../../ordering/orders-query.ts';
import { ListEnd } from '../../../shared/ListEnd.tsx';
import { useText } from '../../../shared/text.ts';
import { COLUMNS, PLACES } from './columns.ts';
import type { LivingArea } from './DeskOrders.tsx';
import { DeskRow } from './DeskRow.tsx';

const ROW_HEIGHT_PX = 44;
const HEAD_HEIGHT_PX = 28;

export interface DeskTableProps {
  readonly area: LivingArea;
  readonly onOpen: (id: number) => void;
}

/** The orders of an area, one a line; where there is little width, figures that belong together stand above each other. */
export function DeskTable({ area, onOpen }: DeskTableProps): ReactNode {
  const text = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const { data, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useOrderPages(area);
  const orders = useMemo(() => ordersOf(data), [data]);
  if (data === undefined) {
    if (!isError) return <Waiting />;
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ErrorState
          title={text('orders.failed')}
          retryLabel={text('common.retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  if (orders.length === 0) return <Empty area={area} />;
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div
        role="table"
        aria-label={text(`orders.tab.${area}`)}
        aria-rowcount={(data.pages[0]?.total ?? orders.length) + 1}
      >
        <Head area={area} />
        <Virtualizer scrollRef={scroller} startMargin={HEAD_HEIGHT_PX} itemSize={ROW_HEIGHT_PX} data={orders}>
          {(order, index) => <DeskRow key={order.Id} order={order} row={index + 2} onOpen={onOpen} />}
        </Virtualizer>
      </div>
      {hasNextPage ? (
        <ListEnd
          more={hasNextPage}
          loading={isFetchingNextPage}
          failed={isFetchNextPageError}
          scroller={scroller}
          onMore={() => void fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

function Head({ area }: { readonly area: LivingArea }): ReactNode {
  const text = useText();
  const pending = area === 'pending';
  const names = {
    instrument: text('desk.instrument'),
    side: text('desk.sideLots'),
    open: text(pending ? 'orders.field.targetPrice' : 'desk.entry'),
    now: text('orders.now'),
    stop: text('trade.line.stopLoss'),
    target: text('trade.line.takeProfit'),
    result: text(pending ? 'desk.distance' : 'orders.field.result'),
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
        <span key={name} role="columnheader" className={cx(PLACES[name], 'block truncate')}>
          {names[name]}
        </span>
      ))}
      <span role="columnheader" className={PLACES.actions}>
        <span className="sr-only">{text('desk.actions')}</span>
      </span>
    </div>
  );
}

function Empty({ area }: { readonly area: LivingArea }): ReactNode {
  const text = useText();
  return (
    <div className="grid min-h-0 flex-1 place-content-center overflow-y-auto px-4 py-3 text-center">
      <p className="text-14 font-medium">{text(`orders.empty.${area}`)}</p>
      <p className="text-12 text-quiet">{text(`orders.empty.${area}Hint`)}</p>
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
