import { CallError, conversionOf, formatLotsText, formatResultAmount, marketQuote, quoteOf } from '@fairlot/client';
import type { ListedInstrument, Order } from '@fairlot/client';
import { PRICE_SCALE, profit, smaller } from '@fairlot/domain';
import type { Conversion, Money, PriceTerms, Quote } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { useState } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { listedInstrument } from '../../../shared/market/market.ts';
import { confirm } from '../../../shared/messages/confirm.ts';
import { quotes } from '../../../shared/services/services.ts';
import { useSession } from '../../../shared/session/session.ts';
import { ordersOf } from '../lists/order-pages.ts';
import { useOrderPages } from '../lists/orders-query.ts';
import { sendClose } from '../several/send-close.ts';
import { showClosed } from '../several/several-words.ts';

/** A close of a position by its oldest opposite one. */
export interface CloseBy {
  readonly busy: boolean;
  readonly ask: () => Promise<void>;
}

/** The close by an opposite position in the same instrument; undefined without one. */
export function useCloseBy(order: Order, onClosed: () => void): CloseBy | undefined {
  const t = useText();
  const user = useSession((session) => session.user?.uid);
  const [busy, setBusy] = useState(false);
  const opposite = ordersOf(useOrderPages('holding').data).findLast(
    (other) => other.instrument.id === order.instrument.id && other.side !== order.side,
  );
  if (opposite === undefined || order.status !== 'open') return undefined;
  const lots = smaller(order.lots, opposite.lots);
  const send = async (): Promise<void> => {
    if (user === undefined) return;
    const ids = [order, opposite].filter((each) => each.lots === lots).map(({ id }) => id);
    const closed = await sendClose(user, { call: 'closeBy', input: { id: order.id, opposite: opposite.id } }, ids);
    showClosed(closed, t);
    if (!(closed instanceof CallError)) onClosed();
  };
  const ask = async (): Promise<void> => {
    const result = resultBetween(order, opposite, listedInstrument(order.instrument.id));
    const agreed = await confirm({
      title: t('orders.closeTitle'),
      text: t('orders.oppositeBody', {
        lots: formatLotsText(lots),
        profit: isolate(formatResultAmount(result)),
      }),
      confirmLabel: t('orders.opposite'),
      cancelLabel: t('orders.keep'),
    });
    if (!agreed) return;
    setBusy(true);
    await send().finally(() => setBusy(false));
  };
  return { busy, ask };
}

/** The sum of the results of two opposite positions at one price; undefined while it can't be converted. */
function resultBetween(one: Order, other: Order, terms: ListedInstrument | undefined): Money | undefined {
  const [bought, sold] = one.side === 'buy' ? [one, other] : [other, one];
  if (terms === undefined || bought.openPrice === undefined || sold.openPrice === undefined) return undefined;
  const conversion = conversionNow(terms);
  if (conversion === undefined) return undefined;
  return profit(terms, 'buy', smaller(one.lots, other.lots), bought.openPrice, sold.openPrice, conversion);
}

/** The present conversion into dollars; undefined while its quote is unknown. */
function conversionNow(terms: ListedInstrument): Conversion | undefined {
  const leg = terms.conversion?.instrument;
  const quote = leg === undefined ? undefined : quoteIn(leg, { pricePrecision: PRICE_SCALE });
  return conversionOf({
    instrument: terms,
    quote: quoteIn(terms.id, terms),
    conversionQuote: quote && leg !== undefined ? marketQuote(quote, listedInstrument(leg)?.markup) : undefined,
  });
}

function quoteIn(instrument: number, scale: PriceTerms): Quote | undefined {
  const view = quotes.quote(instrument).getSnapshot();
  return view && quoteOf(view, scale);
}
