import { formatLotsText, formatPriceText, formatResultAmount } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { closingPrice, parseMoney, shareOf } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { usePosition } from '../../../shared/account/live-account.ts';
import { useText } from '../../../shared/language/language.ts';
import { listedInstrument, useQuote } from '../../../shared/market/market.ts';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { orderQuote } from '../../../shared/orders/order-quote.ts';
import { figure } from '../form/levels.ts';
import { worstClosingPrice } from '../form/worst-price.ts';
import { PartField } from './PartField.tsx';
import { partChoice } from './part-choice.ts';

export interface CloseQuestionProps {
  readonly order: Order;
  /** The lots that are chosen first. */
  readonly lots: string;
  readonly onLots: (typed: string) => void;
  /** The reason why the last try was refused. */
  readonly refusal?: string | undefined;
}

/**
 * Asks before a position is closed: how much of it, its live price and the result of that part, and the worst price that
 * the close accepts.
 */
export function CloseQuestion({ order, lots: first, onLots, refusal }: CloseQuestionProps): ReactNode {
  const t = useText();
  const { id: instrument, pricePrecision: precision, showCode } = order.instrument;
  const [typed, setTyped] = useState(first);
  const terms = listedInstrument(instrument);
  const choice = terms === undefined ? undefined : partChoice(terms, order, figure(typed));
  const lots = choice?.kind === 'part' ? choice.lots : order.lots;
  const live = usePosition(order.id);
  const profit = live === undefined ? order.profit : (parseMoney(live.profit) ?? order.profit);
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
          lots: formatLotsText(lots),
          code: isolate(showCode),
          price: formatPriceText(price, precision),
          profit: isolate(formatResultAmount(shareOf(profit, lots, order.lots))),
        })}
      </p>
      {terms === undefined ? null : (
        <PartField
          order={order}
          terms={terms}
          value={typed}
          onValue={(text) => {
            setTyped(text);
            onLots(text);
          }}
        />
      )}
      {quote === undefined ? null : (
        <p className="mt-2 flex justify-between gap-3 text-12">
          <span>{t('trade.ticket.worst')}</span>
          <span className="figure text-ink">{worstClosingPrice(quote, order)}</span>
        </p>
      )}
    </>
  );
}
