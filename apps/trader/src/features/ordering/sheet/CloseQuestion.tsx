import { formatLotsText, formatPriceText, formatResultAmount } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { closingPrice } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { usePosition } from '../../../shared/account/live-account.ts';
import { useText } from '../../../shared/language/language.ts';
import { useQuote } from '../../../shared/market/market.ts';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { orderQuote } from '../../../shared/orders/order-quote.ts';
import { worstClosingPrice } from '../form/worst-price.ts';

export interface CloseQuestionProps {
  readonly order: Order;
  /** The reason why the last try was refused. */
  readonly refusal?: string | undefined;
}

/** Asks before a position is closed: its live price and result, and the worst price that the close accepts. */
export function CloseQuestion({ order, refusal }: CloseQuestionProps): ReactNode {
  const t = useText();
  const { id: instrument, pricePrecision: precision, showCode } = order.instrument;
  const live = usePosition(order.id);
  const view = useQuote(instrument);
  const quote = orderQuote(order, view);
  const price = quote === undefined ? (live?.closePrice ?? order.closePrice) : closingPrice(quote, order.side);
  return (
    <>
      {refusal === undefined ? null : (
        <p role="alert" className="mb-2 text-critical">
          {refusal}
        </p>
      )}
      <p className="tabular-nums">
        {t('orders.closeBody', {
          side: t(orderNameKey(order)),
          lots: formatLotsText(order.lots),
          code: isolate(showCode),
          price: formatPriceText(price, precision),
          profit: isolate(formatResultAmount(live?.profit ?? order.profit)),
        })}
      </p>
      {quote === undefined ? null : (
        <p className="mt-2 flex justify-between gap-3 text-12">
          <span>{t('trade.ticket.worst')}</span>
          <span className="figure text-ink">{worstClosingPrice(quote, order)}</span>
        </p>
      )}
    </>
  );
}
