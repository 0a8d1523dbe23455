import { formatLotsText, isAlive } from '@fairlot/client';
import { formatPrice } from '@fairlot/domain';
import type { Price } from '@fairlot/domain';
import { Skeleton } from '@fairlot/ui';
import type { Order } from '@fairlot/client';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { AnnouncedSwap } from '../AnnouncedSwap.tsx';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { FillCorrections } from '../../../shared/orders/FillCorrections.tsx';
import { usePosition } from '../../../shared/account/live-account.ts';
import { useText, useTimes } from '../../../shared/language/language.ts';
import { useInstruments } from '../../../shared/market/market.ts';
import type { NotedTrade } from '../../../shared/orders/notes/noted-trade.ts';
import { orderFacts } from './order-facts.ts';
import { FactList } from './FactList.tsx';
import { LiveResult, NetResult } from './LiveResult.tsx';
import { OrderTerms } from './OrderTerms.tsx';
import { PendingDistance } from './PendingDistance.tsx';

const StopOutReport = lazy(async () => ({
  default: (await import('../../../shared/orders/StopOutReport.tsx')).StopOutReport,
}));

const TradeNotes = lazy(async () => ({
  default: (await import('../../../shared/orders/notes/TradeNotes.tsx')).TradeNotes,
}));

/** The result, then all figures of the order in groups. */
export function OrderDetails({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  const times = useTimes();
  const live = usePosition(order.id);
  const { byId } = useInstruments(false);
  const instrument = byId.get(order.instrument.id);
  const groups = orderFacts(order, { t: t, times, marketPrice: live?.closePrice ?? order.closePrice });
  return (
    <div className="px-4 pt-3 pb-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-20">
          {order.status === 'pending' ? (
            <PendingDistance order={order} />
          ) : order.status === 'cancelled' ? (
            t('orders.cancelled')
          ) : order.status === 'closed' ? (
            <NetResult order={order} />
          ) : (
            <LiveResult order={order} />
          )}
        </span>
        <span className="shrink-0 text-14 font-medium">
          <bdi>{t(orderNameKey(order))}</bdi> <span className="figure">{formatLotsText(order.lots)}</span>
        </span>
      </div>
      {order.endReason === 'stop_out' ? (
        <Suspense fallback={null}>
          <StopOutReport order={order.id} />
        </Suspense>
      ) : null}
      {order.status === 'open' || order.status === 'closed' ? (
        <FillCorrections order={order.id} precision={order.instrument.pricePrecision} />
      ) : null}
      {isAlive(order) && instrument !== undefined ? <AnnouncedSwap instrument={instrument} className="mt-2" /> : null}
      {groups.map((group) => (
        <FactList key={group[0]?.name} facts={group} />
      ))}
      <OrderTerms key={order.id} order={order} />
      <Suspense fallback={<Skeleton shape="mt-4 h-64 w-full" />}>
        <TradeNotes key={`notes ${order.id}`} trade={notedTrade(order)} />
      </Suspense>
    </div>
  );
}

/** The order as its note and its past chart need it. */
function notedTrade({ id, instrument, openedAt, endedAt, status, ...order }: Order): NotedTrade {
  const text = (price: Price | undefined): string | null =>
    price === undefined ? null : formatPrice(price, instrument);
  const isClosed = status === 'closed';
  return {
    id,
    instrument,
    openedAt,
    closedAt: isClosed ? endedAt : null,
    openPrice: text(order.openPrice),
    closePrice: isClosed ? text(order.closePrice) : null,
    stopLoss: text(order.stopLoss),
    takeProfit: text(order.takeProfit),
  };
}
