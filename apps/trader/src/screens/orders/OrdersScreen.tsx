import { PULL_TO_REFRESH_MS } from '@fairlot/contract';
import { IconButton, PullToRefresh, Skeleton } from '@fairlot/ui';
import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { OrderListChoice } from '../../features/ordering/lists/OrderListChoice.tsx';
import { OpenIntents } from '../../features/ordering/intents/OpenIntents.tsx';
import { ORDER_LISTS, listOfType } from '../../features/ordering/lists/order-list.ts';
import type { OrderList } from '@fairlot/client';
import { ordersOf } from '../../features/ordering/lists/order-pages.ts';
import { reloadOrders, useOrderPages } from '../../features/ordering/lists/orders-query.ts';
import { OrderSheet } from '../../features/ordering/sheet/OrderSheet.tsx';
import { HeldTotals } from '../../features/ordering/several/HeldTotals.tsx';
import { useClosedToast } from '../../features/ordering/lists/use-closed-toast.ts';
import { useRouteActive } from '../../shared/layout/route-active.ts';
import { Screen } from '../../shared/layout/Screen.tsx';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { useWide } from '@fairlot/web';
import { UserButton } from '../../shared/layout/UserButton.tsx';
import { OrderRows } from './OrderRows.tsx';
import { SummaryCard } from './SummaryCard.tsx';

const HistoryTools = lazy(async () => ({ default: (await import('./HistoryTools.tsx')).HistoryTools }));

/** The account's figures are above the orders on phones, next to them on wide windows. */
const COLUMNS = 'mx-auto max-w-180 lg:grid lg:max-w-300 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]';
/** Height above the list on wide windows: its own margin. */
const WIDE_ABOVE_PX = 16;

/** The user's orders in three lists, with the account's figures. */
export function OrdersScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const user = useSession((session) => session.user?.uid);
  const { list, tag, setList, setTag } = useRequestedList();
  const [opened, setOpened] = useState<number>();
  const scroller = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const above = useHeight(summary);
  const wide = useWide();
  const shownTag = list === 'history' ? tag : undefined;
  const { data } = useOrderPages(list, shownTag);
  const order = opened === undefined ? undefined : ordersOf(data).find((one) => one.id === opened);
  useClosedToast();
  const refresh = (): void => void (user === undefined ? undefined : reloadOrders(user));
  const change = (next: OrderList): void => {
    setOpened(undefined);
    setList(next);
  };
  return (
    <Screen
      title={t('title.orders')}
      actions={
        <>
          <IconButton icon="chart" label={t('title.statement')} onClick={() => void navigate('/mine/statement')} />
          <IconButton icon="refresh" label={t('common.refresh')} onClick={refresh} />
          <UserButton />
        </>
      }
    >
      <OpenIntents />
      <div className="shrink-0 border-b border-line bg-surface px-2">
        <div className={COLUMNS}>
          <OrderListChoice lists={ORDER_LISTS} list={list} onList={change} wide className="lg:col-start-2 lg:me-4" />
        </div>
      </div>
      <div className="min-h-0 flex-1">
        <PullToRefresh
          scroller={scroller}
          onRefresh={refresh}
          shownMs={PULL_TO_REFRESH_MS}
          pullLabel={t('common.pullToRefresh')}
          releaseLabel={t('common.releaseToRefresh')}
          refreshingLabel={t('common.refreshing')}
        >
          <div className={COLUMNS}>
            <div ref={summary} className="flow-root lg:sticky lg:top-0 lg:self-start">
              <AboveOrders list={list} tag={tag} onTag={setTag} />
            </div>
            <div className="lg:pt-4">
              <OrderRows
                key={`${list} ${shownTag ?? ''}`}
                list={list}
                tag={shownTag}
                scroller={scroller}
                above={wide ? WIDE_ABOVE_PX : above}
                onOpen={setOpened}
                onList={change}
              />
            </div>
          </div>
        </PullToRefresh>
      </div>
      <OrderSheet order={order} onClose={() => setOpened(undefined)} />
    </Screen>
  );
}

interface AboveOrdersProps {
  readonly list: OrderList;
  readonly tag: string | undefined;
  readonly onTag: (tag: string | undefined) => void;
}

/** The account's figures, and a card for the selected list. */
function AboveOrders({ list, tag, onTag }: AboveOrdersProps): ReactNode {
  return (
    <>
      <SummaryCard />
      {list === 'holding' ? <HeldTotals /> : null}
      {list === 'history' ? (
        <Suspense fallback={<Skeleton shape="mx-4 mb-3 h-28" />}>
          <HistoryTools tag={tag} onTag={onTag} />
        </Suspense>
      ) : null}
    </>
  );
}

interface RequestedList {
  readonly list: OrderList;
  /** Only orders of the history with this tag. */
  readonly tag: string | undefined;
  readonly setList: (list: OrderList) => void;
  readonly setTag: (tag: string | undefined) => void;
}

/**
 * The selected list: initially the address's, then the tapped one. A hidden screen ignores the address, which belongs
 * to another screen.
 */
function useRequestedList(): RequestedList {
  const active = useRouteActive();
  const { key, search } = useLocation();
  const [list, setList] = useState<OrderList>('holding');
  const [tag, setTag] = useState<string>();
  const [seen, setSeen] = useState('');
  // An address that is typed over another one has the same key.
  const address = `${key} ${search}`;
  if (active && address !== seen) {
    setSeen(address);
    const given = new URLSearchParams(search);
    const requested = listOfType(given.get('type'));
    if (requested !== undefined) setList(requested);
    if (requested === 'history') setTag(given.get('tag') ?? undefined);
  }
  return { list, tag, setList, setTag };
}

/** Height of an element in px, kept up to date. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(target.offsetHeight));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
