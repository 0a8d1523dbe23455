import {
  DOLLAR,
  type Money,
  NO_MARKUP,
  type Price,
  closingPrice,
  conversionFrom,
  guaranteedPrice,
  markedUp,
  profit,
} from '@fairlot/domain';
import type { MarketData } from '../../market/port.ts';
import type { OrderView } from './order-view.ts';

/** A position's current closing price and floating result. */
export interface Valuation {
  readonly price: Price;
  readonly profit: Money;
}

/** Values an open position at current quotes, with its markup; undefined while a quote is missing. */
export function valuePosition(view: OrderView, market: MarketData): Valuation | undefined {
  const instrument = market.instrument(view.instrument);
  const quote = market.quote(view.instrument);
  if (instrument === undefined || quote === undefined || view.price === undefined) return undefined;
  const closing = closingPrice(markedUp(instrument, quote, view.markup ?? NO_MARKUP), view.side);
  const price =
    view.premium === undefined || view.stopLoss === undefined
      ? closing
      : guaranteedPrice(view.side, closing, view.stopLoss);
  if (instrument.conversion === null)
    return { price, profit: profit(instrument, view.side, view.lots, view.price, price, DOLLAR) };
  const leg = market.quote(instrument.conversion.instrument);
  if (leg === undefined) return undefined;
  return {
    price,
    profit: profit(instrument, view.side, view.lots, view.price, price, conversionFrom(instrument.conversion, leg)),
  };
}
