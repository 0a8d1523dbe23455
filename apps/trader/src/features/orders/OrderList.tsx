import { Button, EmptyState, ErrorState, Skeleton } from '@fairlot/ui';
import { useMemo } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router';
import { Virtualizer } from 'virtua';
import type { OrderArea } from '../../ordering/order-area.ts';
import { ordersOf } from '../../ordering/order-pages.ts';
import { useOrderPages } from '../../ordering/orders-query.ts';
import { ListEnd } from '../../shared/ListEnd.tsx';
import { useText } from '../../shared/text.ts';
import { OrderRow } from './OrderRow.tsx';

const SKELETON_ROWS = 6;
const ROW_HEIGHT_PX = 73;
/** From edge to edge on a phone; in a wider window as wide as the card above or beside it. */
const CARD =
  'overflow-hidden border-t border-line bg-surface min-[46rem]:mx-4 min-[46rem]:rounded-surface min-[46rem]:border lg:ms-0';
/** There the card's own edge, which follows its corners, stands for the last row's line. */
const ROWS = 'min-[46rem]:-mb-px';

export interface OrderListProps {
  readonly area: OrderArea;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Height of what stands above the list in the same scroller, in pixels. */
  readonly above: number;
  readonly onOpen: (id: number) => void;
  readonly onArea: (area: OrderArea) => void;
}

/** The orders of an area: rows in view only, the next page when its end comes near, and a mark at the end. */
export function OrderList({ area, scroller, above, onOpen, onArea }: OrderListProps): ReactNode {
  const text = useText();
  const { data, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useOrderPages(area);
  const orders = useMemo(() => ordersOf(data), [data]);
  if (data === undefined) {
    if (!isError) return <ListSkeleton />;
    return (
      <ErrorState
        title={text('orders.failed')}
        text={text('orders.failedHint')}
        retryLabel={text('common.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (orders.length === 0) return <Empty area={area} onArea={onArea} />;
  return (
    <>
      <div className={CARD}>
        <div className={ROWS}>
          <Virtualizer scrollRef={scroller} startMargin={above} itemSize={ROW_HEIGHT_PX} data={orders}>
            {(order) => <OrderRow key={order.Id} order={order} onOpen={onOpen} />}
          </Virtualizer>
        </div>
      </div>
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

const ART = { holding: 'positions', pending: 'pending', history: 'history' } as const;

function Empty({ area, onArea }: Pick<OrderListProps, 'area' | 'onArea'>): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const action =
    area === 'history' ? (
      <Button kind="secondary" onClick={() => onArea('holding')}>
        {text('orders.toHolding')}
      </Button>
    ) : (
      <Button kind="secondary" onClick={() => void navigate('/trade')}>
        {text('orders.toTrade')}
      </Button>
    );
  return (
    <EmptyState
      art={ART[area]}
      title={text(`orders.empty.${area}`)}
      text={text(`orders.empty.${area}Hint`)}
      action={action}
    />
  );
}

function ListSkeleton(): ReactNode {
  return (
    <div className={CARD} aria-busy="true">
      <div className={ROWS}>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <div key={index} className="flex min-h-18 items-center gap-3 border-b border-line px-4">
            <Skeleton shape="size-8 rounded-full" />
            <span className="flex-1 space-y-1.5">
              <Skeleton shape="h-5 w-28" />
              <Skeleton shape="h-3 w-36" />
            </span>
            <Skeleton shape="h-4 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
