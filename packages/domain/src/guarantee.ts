import { profit } from './charges.ts';
import type { Conversion } from './conversion.ts';
import type { Instrument } from './instrument.ts';
import type { Side } from './quote.ts';
import { type Lots, type Money, type Price, type PriceTerms, asPrice } from './units.ts';

/** A stop-loss that the house guarantees: the position never closes at a worse price. */
export interface Guaranteed {
  /**
   * The agreed premium as a distance in price, zero or above. Its worth for the closed lots is charged when the guarantee
   * is used. Undefined: the stop-loss is not guaranteed.
   */
  readonly premium?: Price | undefined;
}

/** The terms of guaranteed stops in an instrument, both as distances in price, zero or above. */
export interface GuaranteeTerms {
  readonly premium: Price;
  /** The least distance from the closing price at which a guaranteed stop can be set. */
  readonly distance: Price;
}

/** The price at which a position closes: the better one of the market's and the guaranteed level. */
export function guaranteedPrice(side: Side, market: Price, level: Price): Price {
  return level > market === (side === 'buy') ? level : market;
}

/** The level nearest to a closing price that can be guaranteed. */
export function nearestGuarantee(side: Side, closing: Price, { distance }: GuaranteeTerms): Price {
  return asPrice(side === 'buy' ? closing - distance : closing + distance);
}

/** True when a level is too near to the closing price to be guaranteed. */
export function isGuaranteeTooNear(side: Side, closing: Price, level: Price, terms: GuaranteeTerms): boolean {
  const nearest = nearestGuarantee(side, closing, terms);
  return side === 'buy' ? level > nearest : level < nearest;
}

/** The premium of a volume in dollars, rounded half-even: premium × lots × unitsPerLot × conversion. */
export function premiumFor(
  instrument: Pick<Instrument, 'unitsPerLot'> & PriceTerms,
  volume: Lots,
  premium: Price,
  conversion: Conversion,
): Money {
  return profit(instrument, 'buy', volume, asPrice(0n), premium, conversion);
}
