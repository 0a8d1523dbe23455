import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { IconButton, cx } from '@fairlot/ui';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { orderNameKey, reasonKey } from '../../shared/orders/order-words.ts';
import { useOrderAction } from '../../features/ordering/intents/use-order-action.ts';
import { useEndOrder } from '../../features/ordering/sheet/use-end-order.tsx';
import { LiveResult, NetResult } from '../../features/ordering/sheet/LiveResult.tsx';
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
    <div className="flex items-center border-b border-line bg-surface">
      <button
        type="button"
        aria-haspopup="dialog"
        data-testid="order"
        onClick={() => onOpen(order.id)}
        className={cx(
          'flex min-h-18 min-w-0 flex-1 items-center gap-3 py-2.5 ps-4 text-start transition pointed:bg-sunken',
          order.status === 'open' ? 'pe-1' : 'pe-4',
        )}
      >
        <img src={logo} alt="" width={32} height={32} loading="lazy" className="size-8 shrink-0 max-[22rem]:hidden" />
        {/* On phones the prices have a line of their own, so that no figure that grows moves the rows below. */}
        <span className="flex min-w-0 flex-1 flex-col justify-between gap-x-3 min-[34rem]:flex-row min-[34rem]:items-center">
          <span className="max-w-full min-w-0">
            <span className="block text-16 leading-6 whitespace-nowrap crowded:whitespace-normal">
              <MainFigure order={order} />
            </span>
            <span className="block text-12 text-quiet wrap-break-word">
              {t(orderNameKey(order))} <span className="figure">{formatLotsText(order.lots)}</span> ·{' '}
              <span className="figure font-medium text-ink">{code}</span>
              {order.levels === undefined || order.levels.length === 0 ? null : (
                <>
                  {' '}
                  · <bdi className="whitespace-nowrap">{t('orders.levels.count', { number: order.levels.length })}</bdi>
                </>
              )}
            </span>
          </span>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-12 text-quiet min-[34rem]:block min-[34rem]:text-end">
            <PricesAndTime order={order} />
          </span>
        </span>
      </button>
      {order.status === 'open' ? <CloseButton order={order} /> : null}
    </div>
  );
});

/** Closes a position or a part of it without a look at its details. */
function CloseButton({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  const action = useOrderAction();
  // A success needs no handler: the list is read again.
  const end = useEndOrder(order, action, () => undefined);
  const label = t('wide.closeOf', { action: t('orders.close'), code: order.instrument.showCode, id: order.id });
  return (
    <span className="shrink-0 pe-1">
      <IconButton
        icon="close"
        label={label}
        quiet
        disabled={action.busy}
        aria-busy={action.busy}
        onClick={() => void end()}
      />
    </span>
  );
}

/** The main figure: the result, or a pending order's distance from the market. */
function MainFigure({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  if (order.status === 'pending') return <PendingDistance order={order} />;
  if (order.status === 'cancelled') return <span className="font-medium text-quiet">{t('orders.cancelled')}</span>;
  return order.status === 'open' ? <LiveResult order={order} /> : <NetResult order={order} />;
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
        <span className="figure block text-14 leading-5 text-ink">{from}</span>
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
      <span className="figure block text-14 leading-5 text-ink">{span}</span>
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
    <span className="figure block text-14 leading-5 text-ink">
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
