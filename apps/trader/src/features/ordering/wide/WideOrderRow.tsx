/* eslint-disable jsx-a11y/prefer-tag-over-role -- Rows are grids that come and go with the scroller, which the layout of a table element does not allow. */
import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { formatPrice, openingPrice } from '@fairlot/domain';
import type { Price } from '@fairlot/domain';
import { Icon, Spinner, cx } from '@fairlot/ui';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { Dollars } from '../Dollars.tsx';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { PendingDistance } from '../sheet/PendingDistance.tsx';
import { useEndOrder } from '../sheet/use-end-order.tsx';
import { useOrderAction } from '../intents/use-order-action.ts';
import { useIsCurrent, usePosition } from '../../../shared/account/live-account.ts';
import { useQuote, useSelectedInstrument } from '../../../shared/market/market.ts';
import { orderQuote } from '../../../shared/orders/order-quote.ts';
import { selectInstrument } from '../../../shared/market/selected-instrument.ts';
import { useText } from '../../../shared/language/language.ts';
import { COLUMNS, PLACES } from './columns.ts';

export interface WideOrderRowProps {
  readonly order: Order;
  /** Row number in the whole table; the header is row 1. */
  readonly row: number;
  readonly onOpen: (id: number) => void;
}

const ACTION =
  'inline-grid min-h-8 min-w-8 place-items-center rounded-control text-quiet transition pointed:bg-sunken disabled:text-faint';

/** One order with live figures. Its code shows its chart; its buttons open the details or end it. */
export const WideOrderRow = memo(function WideOrderRow({ order, row, onOpen }: WideOrderRowProps): ReactNode {
  const t = useText();
  const { id: instrument, showCode: code, pricePrecision: precision } = order.instrument;
  const shown = useSelectedInstrument()?.id === instrument;
  const pending = order.status === 'pending';
  const parts = order.levels?.length ?? 0;
  const level = (price: Price | undefined): ReactNode =>
    price === undefined ? <span className="text-faint">–</span> : formatPriceText(price, precision);
  return (
    <div
      role="row"
      aria-rowindex={row}
      className={cx(COLUMNS, 'min-h-10 border-b border-line py-0.5 text-14', shown && 'bg-brand-soft')}
    >
      <span role="cell" className={cx(PLACES.instrument, 'flex')}>
        <button
          type="button"
          aria-pressed={shown}
          onClick={() => selectInstrument(instrument)}
          title={t('wide.showChart', { code })}
          className="figure min-h-6 truncate rounded-control text-start font-semibold -outline-offset-2"
        >
          {code}
        </button>
      </span>
      <span role="cell" className={cx(PLACES.side, 'min-w-0 wrap-break-word')}>
        <bdi>{t(orderNameKey(order))}</bdi> <span className="figure">{formatLotsText(order.lots)}</span>
        {parts === 0 ? null : <Mark title={t('orders.levels.count', { number: parts })} sign={`≡${parts}`} />}
      </span>
      <span role="cell" className={PLACES.open}>
        <span className="figure">{formatPriceText(pending ? order.target : order.openPrice, precision)}</span>
      </span>
      <span role="cell" className={PLACES.now}>
        <span className="figure">{pending ? <OpeningNow order={order} /> : <ClosingNow order={order} />}</span>
      </span>
      <span role="cell" className={PLACES.stop}>
        {order.premium === undefined ? null : <Mark title={t('orders.field.guarantee')} sign="✓" />}
        {order.trailing === undefined ? null : <Mark title={t('trade.ticket.trailing.title')} sign="↝" />}
        <span className="figure">{level(order.stopLoss)}</span>
      </span>
      <span role="cell" className={PLACES.target}>
        <span className="figure">{level(order.takeProfit)}</span>
      </span>
      <span role="cell" className={cx(PLACES.result, 'font-semibold')}>
        {pending ? <PendingDistance order={order} /> : <LiveDollars order={order} />}
      </span>
      <span role="cell" className={PLACES.actions}>
        <Actions order={order} onOpen={onOpen} />
      </span>
    </div>
  );
});

/** A sign next to a figure, such as that of a stop-loss that follows the price. */
function Mark({ title, sign }: { readonly title: string; readonly sign: string }): ReactNode {
  return (
    <span role="img" aria-label={title} title={title} className="mx-0.5 text-brand">
      <bdi dir="ltr">{sign}</bdi>
    </span>
  );
}

function Actions({ order, onOpen }: Pick<WideOrderRowProps, 'order' | 'onOpen'>): ReactNode {
  const t = useText();
  const action = useOrderAction();
  // A success needs no handler: the order leaves the list.
  const end = useEndOrder(order, action, () => undefined);
  const { showCode: code } = order.instrument;
  const details = t('orders.openDetails', { id: order.id, code });
  const close = t('wide.closeOf', {
    action: t(order.status === 'pending' ? 'orders.cancelOrder' : 'orders.close'),
    code,
    id: order.id,
  });
  return (
    <span className="flex justify-end gap-0.5">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={details}
        title={details}
        onClick={() => onOpen(order.id)}
        className={ACTION}
      >
        <Icon name="more" size={20} />
      </button>
      <button
        type="button"
        aria-label={close}
        title={close}
        disabled={action.busy}
        aria-busy={action.busy}
        onClick={() => void end()}
        className={ACTION}
      >
        {action.busy ? <Spinner size={16} /> : <Icon name="close" size={20} />}
      </button>
    </span>
  );
}

function LiveDollars({ order }: { readonly order: Order }): ReactNode {
  const current = useIsCurrent();
  return <Dollars value={usePosition(order.id)?.profit ?? order.profit} result stale={!current} />;
}

/** Price at which the position would close now. */
function ClosingNow({ order }: { readonly order: Order }): ReactNode {
  const tone = useIsCurrent() ? undefined : 'text-faint';
  return (
    <span className={tone}>
      {formatPriceText(usePosition(order.id)?.closePrice ?? order.closePrice, order.instrument.pricePrecision)}
    </span>
  );
}

/** Opening side of the market now. */
function OpeningNow({ order }: { readonly order: Order }): ReactNode {
  const view = useQuote(order.instrument.id);
  const quote = orderQuote(order, view);
  if (quote === undefined) return '–';
  const tone = view?.freshness === 'current' ? undefined : 'text-faint';
  return <span className={tone}>{formatPrice(openingPrice(quote, order.side), order.instrument)}</span>;
}
