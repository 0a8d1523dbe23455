import { Button, EmptyState, ErrorState, Skeleton } from '@fairlot/ui';
import { Suspense, lazy, useMemo } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router';
import { Virtualizer } from 'virtua';
import type { OrderList } from '@fairlot/client';
import { ordersOf } from '../../features/ordering/lists/order-pages.ts';
import { useOrderPages } from '../../features/ordering/lists/orders-query.ts';
import { ListEnd } from '../../shared/lists/ListEnd.tsx';
import { useText } from '../../shared/language/language.ts';
import { OrderRow } from './OrderRow.tsx';

const NoneTagged = lazy(async () => ({ default: (await import('./HistoryTools.tsx')).NoneTagged }));

const SKELETON_ROWS = 6;
const ROW_HEIGHT_PX = 83;
/** Full width on phones; in wider windows as wide as the card above or next to it. */
const CARD =
  'overflow-hidden border-t border-line bg-surface min-[46rem]:mx-4 min-[46rem]:rounded-surface min-[46rem]:border lg:ms-0';
/** There the card's rounded border replaces the last row's line. */
const ROWS = 'min-[46rem]:-mb-px';

export interface OrderRowsProps {
  readonly list: OrderList;
  /** Only orders of the history with this tag. */
  readonly tag: string | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Height in px of the content above the list in the same scroller. */
  readonly above: number;
  readonly onOpen: (id: number) => void;
  readonly onList: (list: OrderList) => void;
}

/** The orders of a list: only visible rows, loading of the next page, and an end mark. */
export function OrderRows({ list, tag, scroller, above, onOpen, onList }: OrderRowsProps): ReactNode {
  const t = useText();
  const query = useOrderPages(list, tag);
  const { data, isError, isFetching, refetch } = query;
  const orders = useMemo(() => ordersOf(data), [data]);
  if (data === undefined) {
    if (!isError) return <ListSkeleton />;
    return (
      <ErrorState
        title={t('orders.failed')}
        text={t('orders.failedHint')}
        retryLabel={t('common.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (orders.length === 0)
    return tag === undefined ? (
      <Empty list={list} onList={onList} />
    ) : (
      <Suspense fallback={<ListSkeleton />}>
        <NoneTagged />
      </Suspense>
    );
  return (
    <>
      <div className={CARD}>
        <div className={ROWS}>
          <Virtualizer scrollRef={scroller} startMargin={above} itemSize={ROW_HEIGHT_PX} data={orders}>
            {(order) => <OrderRow key={order.id} order={order} onOpen={onOpen} />}
          </Virtualizer>
        </div>
      </div>
      <ListEnd query={query} scroller={scroller} />
    </>
  );
}

const ART = { holding: 'positions', pending: 'pending', history: 'history' } as const;

function Empty({ list, onList }: Pick<OrderRowsProps, 'list' | 'onList'>): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const action =
    list === 'history' ? (
      <Button kind="secondary" onClick={() => onList('holding')}>
        {t('orders.toHolding')}
      </Button>
    ) : (
      <Button kind="secondary" onClick={() => void navigate('/trade')}>
        {t('orders.toTrade')}
      </Button>
    );
  return (
    <EmptyState
      art={ART[list]}
      title={t(`orders.empty.${list}`)}
      text={t(`orders.empty.${list}Hint`)}
      action={action}
    />
  );
}

function ListSkeleton(): ReactNode {
  return (
    <div className={CARD} aria-busy="true">
      <div className={ROWS}>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <div key={index} className="flex min-h-20 items-center gap-3 border-b border-line px-4">
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
