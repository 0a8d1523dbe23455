import { pipsText, quoteOf } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { absolute, openingPrice, parsePrice, pricePoint } from '@fairlot/domain';
import type { ReactNode } from 'react';
import { useQuote } from '../../shared/market.ts';
import { useText } from '../../shared/text.ts';

/** How far the market still is from a pending order's price, in pips. */
export function PendingDistance({ order }: { readonly order: OrderRecord }): ReactNode {
  const text = useText();
  const { Id: instrument, PricePrecision: pricePrecision } = order.ForexTradeLists;
  const view = useQuote(instrument);
  const quote = view === undefined ? undefined : quoteOf(view);
  const target = parsePrice(order.OriginPrice);
  if (quote === undefined || target === undefined) return <span className="figure text-faint">–</span>;
  const away =
    absolute(openingPrice(quote, order.OrderType === 1 ? 'buy' : 'sell') - target) / pricePoint({ pricePrecision });
  return (
    <span className={view?.freshness === 'current' ? 'font-semibold' : 'font-semibold text-faint'}>
      {text('orders.distance', { pips: pipsText(away, pricePrecision) })}
    </span>
  );
}
