import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { orderNameKey, reasonKey } from '../../shared/orders/order-words.ts';
import { LiveResult, Result } from '../../features/ordering/sheet/LiveResult.tsx';
import { PendingDistance } from '../../features/ordering/sheet/PendingDistance.tsx';
import { useIsCurrent, usePosition } from '../../shared/account/live-account.ts';
import { useText, useTimes } from '../../shared/language/language.ts';

export interface OrderRowProps {
  readonly order: Order;
  readonly onOpen: (id: number) => void;
}

/** A row of an order: the result first, then the order. Tapping it opens the details. */
export const OrderRow = memo(function OrderRow({ order, onOpen }: OrderRowProps): ReactNode {
  const t = useText();
  const { showCode: code, logo } = order.instrument;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(order.id)}
      className="flex min-h-18 w-full items-center gap-3 border-b border-line bg-surface px-4 py-2.5 text-start transition pointed:bg-sunken"
    >
      <img src={logo} alt="" width={32} height={32} loading="lazy" className="size-8 shrink-0" />
      {/* On narrow phones the prices are below the result, so that no figure is cut off. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
        <span className="max-w-full min-w-0">
          <span className="block text-16 leading-6 wrap-break-word">
            <MainFigure order={order} />
          </span>
          <span className="block text-12 text-quiet wrap-break-word">
            {t(orderNameKey(order))} <span className="figure">{formatLotsText(order.lots)}</span> ·{' '}
            <span className="figure font-medium text-ink">{code}</span>
          </span>
        </span>
        <span className="ms-auto text-end text-12 text-quiet">
          <PricesAndTime order={order} />
        </span>
      </span>
    </button>
  );
});

/** The main figure: the result, or a pending order's distance from the market. */
function MainFigure({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  if (order.status === 'pending') return <PendingDistance order={order} />;
  if (order.status === 'cancelled') return <span className="font-medium text-quiet">{t('orders.cancelled')}</span>;
  return order.status === 'open' ? <LiveResult order={order} /> : <Result profit={order.profit} />;
}

/** Prices and time of an order. */
function PricesAndTime({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  const times = useTimes();
  const precision = order.instrument.pricePrecision;
  const from = formatPriceText(
    order.status === 'pending' || order.status === 'cancelled' ? order.target : order.openPrice,
    precision,
  );
  if (order.status === 'pending')
    return (
      <>
        <span className="figure block text-14 text-ink">{from}</span>
        <Time at={times.short(order.placedAt)} />
      </>
    );
  if (order.status === 'open')
    return (
      <>
        <LivePrices order={order} from={from} />
        <Time at={times.short(order.openedAt ?? order.placedAt)} />
      </>
    );
  const ended = times.short(order.endedAt ?? order.placedAt);
  const span = order.status === 'closed' ? `${from} → ${formatPriceText(order.closePrice, precision)}` : from;
  return (
    <>
      <span className="figure block text-14 text-ink">{span}</span>
      <span className="block">
        <bdi>{t(reasonKey(order.endReason))}</bdi> · <bdi className="tabular-nums">{ended}</bdi>
      </span>
    </>
  );
}

function LivePrices({ order, from }: { readonly order: Order; readonly from: string }): ReactNode {
  const live = usePosition(order.id);
  const tone = useIsCurrent() ? undefined : 'text-faint';
  return (
    <span className="figure block text-14 text-ink">
      {from} →{' '}
      <span className={tone}>
        {formatPriceText(live?.closePrice ?? order.closePrice, order.instrument.pricePrecision)}
      </span>
    </span>
  );
}

function Time({ at }: { readonly at: string }): ReactNode {
  return <span className="block tabular-nums">{at}</span>;
}
