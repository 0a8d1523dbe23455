/* eslint-disable jsx-a11y/prefer-tag-over-role -- Rows are grids that come and go with the scroller, which the layout of a table element does not allow. */
import { formatLotsText, formatPriceText, quoteOf } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { formatPrice, openingPrice } from '@fairlot/domain';
import { Icon, Spinner, cx } from '@fairlot/ui';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { Dollars } from '../../../ordering/Dollars.tsx';
import { orderNameKey } from '../../../ordering/order-words.ts';
import { PendingDistance } from '../../../ordering/sheet/PendingDistance.tsx';
import { useEndOrder } from '../../../ordering/sheet/use-end-order.ts';
import { useOrderAction } from '../../../ordering/use-order-action.ts';
import { useIsCurrent, usePosition } from '../../../shared/account.ts';
import { useQuote, useSelectedInstrument } from '../../../shared/market.ts';
import { selectInstrument } from '../../../shared/selected-instrument.ts';
import { useText } from '../../../shared/text.ts';
import { COLUMNS, PLACES } from './columns.ts';

export interface DeskRowProps {
  readonly order: OrderRecord;
  /** Its number in the whole table, the head being the first. */
  readonly row: number;
  readonly onOpen: (id: number) => void;
}

const ACTION =
  'inline-grid min-h-8 min-w-8 place-items-center rounded-control text-quiet transition pointed:bg-sunken disabled:text-faint';

/** One living order with its live figures; its code brings its chart, its buttons its details and its end. */
export const DeskRow = memo(function DeskRow({ order, row, onOpen }: DeskRowProps): ReactNode {
  const text = useText();
  const { Id: instrument, ShowCode: code, PricePrecision: precision } = order.ForexTradeLists;
  const shown = useSelectedInstrument()?.Id === instrument;
  const pending = order.Status === 0;
  const level = (price: string): ReactNode =>
    /[1-9]/.test(price) ? formatPriceText(price, precision) : <span className="text-faint">–</span>;
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
          title={text('desk.showChart', { code })}
          className="figure min-h-6 truncate rounded-control text-start font-semibold -outline-offset-2"
        >
          {code}
        </button>
      </span>
      <span role="cell" className={cx(PLACES.side, 'truncate')}>
        <bdi>{text(orderNameKey(order))}</bdi> <span className="figure">{formatLotsText(order.Quantity)}</span>
      </span>
      <span role="cell" className={PLACES.open}>
        <span className="figure">{formatPriceText(pending ? order.OriginPrice : order.Price, precision)}</span>
      </span>
      <span role="cell" className={PLACES.now}>
        <span className="figure">{pending ? <OpeningNow order={order} /> : <ClosingNow order={order} />}</span>
      </span>
      <span role="cell" className={PLACES.stop}>
        <span className="figure">{level(order.TargetLossPrice)}</span>
      </span>
      <span role="cell" className={PLACES.target}>
        <span className="figure">{level(order.TargetProfitPrice)}</span>
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

function Actions({ order, onOpen }: Pick<DeskRowProps, 'order' | 'onOpen'>): ReactNode {
  const text = useText();
  const action = useOrderAction();
  // What happened is told by the list, which the order leaves.
  const end = useEndOrder(order, action, () => undefined);
  const { ShowCode: code } = order.ForexTradeLists;
  const details = text('orders.openDetails', { id: order.Id, code });
  const close = text('desk.closeOf', {
    action: text(order.Status === 0 ? 'orders.cancelOrder' : 'orders.close'),
    code,
    id: order.Id,
  });
  return (
    <span className="flex justify-end gap-0.5">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={details}
        title={details}
        onClick={() => onOpen(order.Id)}
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

function LiveDollars({ order }: { readonly order: OrderRecord }): ReactNode {
  const current = useIsCurrent();
  return <Dollars value={usePosition(order.Id)?.profit ?? order.FactProfits} result stale={!current} />;
}

/** The price at which the position would close now. */
function ClosingNow({ order }: { readonly order: OrderRecord }): ReactNode {
  const tone = useIsCurrent() ? undefined : 'text-faint';
  return (
    <span className={tone}>
      {formatPriceText(usePosition(order.Id)?.updatePrice ?? order.UpdatePrice, order.ForexTradeLists.PricePrecision)}
    </span>
  );
}

/** The price at which the order would fill now, if it were its price. */
function OpeningNow({ order }: { readonly order: OrderRecord }): ReactNode {
  const view = useQuote(order.ForexTradeLists.Id);
  const quote = view === undefined ? undefined : quoteOf(view);
  if (quote === undefined) return '–';
  const tone = view?.freshness === 'current' ? undefined : 'text-faint';
  return (
    <span className={tone}>
      {formatPrice(openingPrice(quote, order.OrderType === 1 ? 'buy' : 'sell'), order.ForexTradeLists.PricePrecision)}
    </span>
  );
}
