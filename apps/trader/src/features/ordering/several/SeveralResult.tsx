import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { Order, SeveralClosed } from '@fairlot/client';
import type { ReactNode } from 'react';
import { Dollars } from '../Dollars.tsx';
import { useText } from '../../../shared/language/language.ts';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { severalWords } from './several-words.ts';

/** The positions that one close has ended, with price and result, and those that it left, with the reason. */
export function SeveralResult({ result }: { readonly result: SeveralClosed }): ReactNode {
  const t = useText();
  const { closed, left } = result;
  return (
    <section aria-live="polite" data-testid="several-closed" className="px-4 py-3">
      <h3 className="text-14 font-semibold tabular-nums">{severalWords(closed, t)}</h3>
      <ul>
        {closed.map((order) => (
          <li key={order.id} className="flex items-center justify-between gap-3 border-b border-line py-2">
            <Named order={order} />
            <span className="text-end">
              <span className="block text-14 font-medium">
                <Dollars value={order.profit} result unit />
              </span>
              <span className="figure block text-12 text-quiet">
                {formatPriceText(order.closePrice, order.instrument.pricePrecision)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {left.length === 0 ? null : (
        <>
          <h3 className="mt-3 text-14 font-semibold text-notice tabular-nums">
            {t('orders.several.left', { number: String(left.length) })}
          </h3>
          <ul>
            {left.map(({ order, why }) => (
              <li key={order.id} className="border-b border-line py-2">
                <Named order={order} />
                <span className="block text-12 text-notice">{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Named({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  return (
    <span className="min-w-0">
      <span className="figure block text-14 font-medium">{order.instrument.showCode}</span>
      <span className="block text-12 text-quiet">
        {t(orderNameKey(order))} <span className="figure">{formatLotsText(order.lots)}</span>
      </span>
    </span>
  );
}
