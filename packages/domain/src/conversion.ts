import { pow10 } from './decimal.ts';
import type { ConversionLeg } from './instrument.ts';
import type { Quote } from './quote.ts';
import { PRICE_SCALE } from './units.ts';

/** Dollars per unit of a quote currency, as an exact fraction. Both parts are above zero. */
export interface Conversion {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The conversion of instruments quoted in dollars: 1. */
export const DOLLAR: Conversion = { numerator: 1n, denominator: 1n };

const TWICE_ONE = 2n * pow10(PRICE_SCALE);

/** The mid price of a conversion leg's quote, without rounding. Legs have prices of scale 8. */
export function conversionFrom(leg: ConversionLeg, quote: Quote): Conversion {
  const twiceMid = quote.bid + quote.ask;
  return leg.inverse
    ? { numerator: TWICE_ONE, denominator: twiceMid }
    : { numerator: twiceMid, denominator: TWICE_ONE };
}
