import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { orderNameKey, reasonKey } from '../../ordering/order-words.ts';
import { LiveResult, Result } from '../../ordering/sheet/LiveResult.tsx';
import { PendingDistance } from '../../ordering/sheet/PendingDistance.tsx';
import { useIsCurrent, usePosition } from '../../shared/account.ts';
import { useText } from '../../shared/text.ts';
import { useTimes } from '../../shared/times.ts';

export interface OrderRowProps {
  readonly order: OrderRecord;
  readonly onOpen: (id: number) => void;
}

/** One order: its result first, then what it is. The whole row opens the details. */
export const OrderRow = memo(function OrderRow({ order, onOpen }: OrderRowProps): ReactNode {
  const text = useText();
  const { ShowCode: code, Logo: logo } = order.ForexTradeLists;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(order.Id)}
      className="flex min-h-18 w-full items-center gap-3 border-b border-line bg-surface px-4 py-2.5 text-start transition pointed:bg-sunken"
    >
      <img src={logo} alt="" width={32} height={32} loading="lazy" className="size-8 shrink-0" />
      {/* A narrow phone has the course below the result: no figure loses its end. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
        <span className="max-w-full min-w-0">
          <span className="block truncate text-16 leading-6 crowded:whitespace-normal">
            <Lead order={order} />
          </span>
          <span className="block truncate text-12 text-quiet crowded:whitespace-normal">
            {text(orderNameKey(order))} <span className="figure">{formatLotsText(order.Quantity)}</span> ·{' '}
            <span className="figure font-medium text-ink">{code}</span>
          </span>
        </span>
        <span className="ms-auto text-end text-12 text-quiet">
          <Course order={order} />
        </span>
      </span>
    </button>
  );
});

/** What matters first: the result of a position, the way that a pending order still has to go. */
function Lead({ order }: { readonly order: OrderRecord }): ReactNode {
  const text = useText();
  if (order.Status === 0) return <PendingDistance order={order} />;
  if (order.Status === 2) return <span className="font-medium text-quiet">{text('orders.cancelled')}</span>;
  return order.Status === 1 ? <LiveResult order={order} /> : <Result profit={order.FactProfits} />;
}

/** From which price to which, and when. */
function Course({ order }: { readonly order: OrderRecord }): ReactNode {
  const text = useText();
  const times = useTimes();
  const precision = order.ForexTradeLists.PricePrecision;
  const from = formatPriceText(order.Status === 0 || order.Status === 2 ? order.OriginPrice : order.Price, precision);
  if (order.Status === 0)
    return (
      <>
        <span className="figure block text-14 text-ink">{from}</span>
        <Time at={times.short(order.CreateTimeHandler)} />
      </>
    );
  if (order.Status === 1)
    return (
      <>
        <LivePrices order={order} from={from} />
        <Time at={times.short(order.OpenTimeHandler ?? order.CreateTimeHandler)} />
      </>
    );
  const ended = times.short(order.CompleteTimeHandler ?? order.CreateTimeHandler);
  const span = order.Status === 3 ? `${from} → ${formatPriceText(order.UpdatePrice, precision)}` : from;
  return (
    <>
      <span className="figure block text-14 text-ink">{span}</span>
      <span className="block">
        <bdi>{text(reasonKey(order.EndReason))}</bdi> · <bdi className="tabular-nums">{ended}</bdi>
      </span>
    </>
  );
}

function LivePrices({ order, from }: { readonly order: OrderRecord; readonly from: string }): ReactNode {
  const live = usePosition(order.Id);
  const tone = useIsCurrent() ? undefined : 'text-faint';
  return (
    <span className="figure block text-14 text-ink">
      {from} →{' '}
      <span className={tone}>
        {formatPriceText(live?.updatePrice ?? order.UpdatePrice, order.ForexTradeLists.PricePrecision)}
      </span>
    </span>
  );
}

function Time({ at }: { readonly at: string }): ReactNode {
  return <span className="block tabular-nums">{at}</span>;
}
