import { pipsText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { absolute, openingPrice, pricePoint } from '@fairlot/domain';
import type { ReactNode } from 'react';
import { useQuote } from '../../../shared/market/market.ts';
import { useText } from '../../../shared/language/language.ts';
import { orderQuote } from '../../../shared/orders/order-quote.ts';

/** Distance of the market from a pending order's target, in pips. */
export function PendingDistance({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  const { target } = order;
  const { id: instrument, pricePrecision } = order.instrument;
  const view = useQuote(instrument);
  const quote = orderQuote(order, view);
  if (quote === undefined || target === undefined) return <span className="figure text-faint">–</span>;
  const away = absolute(openingPrice(quote, order.side) - target) / pricePoint(order.instrument);
  return (
    <span className={view?.freshness === 'current' ? 'font-semibold' : 'font-semibold text-faint'}>
      {t('orders.distance', { pips: pipsText(away, pricePrecision) })}
    </span>
  );
}
