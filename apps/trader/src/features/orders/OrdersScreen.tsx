import { PULL_TO_REFRESH_MS } from '@fairlot/contract';
import { IconButton, PullToRefresh } from '@fairlot/ui';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AreaChoice } from '../../ordering/AreaChoice.tsx';
import { OpenIntents } from '../../ordering/OpenIntents.tsx';
import { reloadOrders } from '../../ordering/order-news.ts';
import { AREAS, areaOfType } from '../../ordering/order-area.ts';
import type { OrderArea } from '../../ordering/order-area.ts';
import { ordersOf } from '../../ordering/order-pages.ts';
import { useOrderPages } from '../../ordering/orders-query.ts';
import { OrderSheet } from '../../ordering/sheet/OrderSheet.tsx';
import { useClosedToast } from '../../ordering/use-closed-toast.ts';
import { useRouteActive } from '../../shared/route-active.ts';
import { Screen } from '../../shared/Screen.tsx';
import { useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { useWide } from '../../shared/use-wide.ts';
import { UserButton } from '../../shared/UserButton.tsx';
import { OrderList } from './OrderList.tsx';
import { SummaryCard } from './SummaryCard.tsx';

/** On a phone the account's standing lies above the orders; where there is room it stays beside them. */
const COLUMNS = 'mx-auto max-w-180 lg:grid lg:max-w-300 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]';
/** What lies above the list there: its own margin. */
const WIDE_ABOVE_PX = 16;

/** One's orders in three areas, with the account's standing. */
export function OrdersScreen(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const user = useSession((session) => session.user?.uid);
  const [area, setArea] = useRequestedArea();
  const [opened, setOpened] = useState<number>();
  const scroller = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const above = useHeight(summary);
  const wide = useWide();
  const { data } = useOrderPages(area);
  const order = opened === undefined ? undefined : ordersOf(data).find((one) => one.Id === opened);
  useClosedToast();
  const refresh = (): void => void (user === undefined ? undefined : reloadOrders(user));
  const change = (next: OrderArea): void => {
    setOpened(undefined);
    setArea(next);
  };
  return (
    <Screen
      title={text('title.orders')}
      actions={
        <>
          <IconButton icon="chart" label={text('title.statement')} onClick={() => void navigate('/mine/statement')} />
          <IconButton icon="refresh" label={text('common.refresh')} onClick={refresh} />
          <UserButton />
        </>
      }
    >
      <OpenIntents />
      <div className="shrink-0 border-b border-line bg-surface px-2">
        <div className={COLUMNS}>
          <AreaChoice areas={AREAS} area={area} onArea={change} wide className="lg:col-start-2 lg:me-4" />
        </div>
      </div>
      <div className="min-h-0 flex-1">
        <PullToRefresh
          scroller={scroller}
          onRefresh={refresh}
          shownMs={PULL_TO_REFRESH_MS}
          pullLabel={text('common.pullToRefresh')}
          releaseLabel={text('common.releaseToRefresh')}
          refreshingLabel={text('common.refreshing')}
        >
          <div className={COLUMNS}>
            <div ref={summary} className="flow-root lg:sticky lg:top-0 lg:self-start">
              <SummaryCard />
            </div>
            <div className="lg:pt-4">
              <OrderList
                key={area}
                area={area}
                scroller={scroller}
                above={wide ? WIDE_ABOVE_PX : above}
                onOpen={setOpened}
                onArea={change}
              />
            </div>
          </div>
        </PullToRefresh>
      </div>
      <OrderSheet order={order} onClose={() => setOpened(undefined)} />
    </Screen>
  );
}

/** The area in view: the one that the address asks for when it is opened, then the one that is tapped. */
function useRequestedArea(): readonly [OrderArea, (area: OrderArea) => void] {
  const active = useRouteActive();
  const { key, search } = useLocation();
  const [area, setArea] = useState<OrderArea>('holding');
  const [seen, setSeen] = useState('');
  if (active && key !== seen) {
    setSeen(key);
    const requested = areaOfType(new URLSearchParams(search).get('type'));
    if (requested !== undefined) setArea(requested);
  }
  return [area, setArea];
}

/** The height of an element, kept up to date. */
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
