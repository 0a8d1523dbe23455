import { divide, larger, minus } from './decimal.ts';
import type { Instrument } from './instrument.ts';
import { pricePoint } from './instrument.ts';
import type { Quote } from './quote.ts';
import { type Lots, type Money, type Price, type PriceTerms, asLots, asMoney, asPrice } from './units.ts';

/**
 * The share of a position's margin, fee or swap that goes with some of its lots, rounded half-even to a micro-dollar. The
 * rest of the position keeps the difference, so that the parts always sum to the whole.
 */
export function shareOf(amount: Money, part: Lots, whole: Lots): Money {
  return asMoney(divide(amount * part, whole, 'halfEven'));
}

/** The reason why some lots of a position can't be closed without the rest. */
export type PartRefusal = 'lots_below_minimum' | 'lots_off_step' | 'lots_above_position' | 'remainder_below_minimum';

type PartTerms = Pick<Instrument, 'lotStep' | 'minLots'>;

/**
 * The reason why a part of a position can't be closed, or undefined. A part is a volume that could be traded on its own,
 * and so is the rest. The whole position can always be closed.
 */
export function partRefusal({ lotStep, minLots }: PartTerms, position: Lots, part: Lots): PartRefusal | undefined {
  if (part === position) return undefined;
  if (part > position) return 'lots_above_position';
  if (part < minLots) return 'lots_below_minimum';
  if (part % lotStep !== 0n) return 'lots_off_step';
  return minus(position, part) < minLots ? 'remainder_below_minimum' : undefined;
}

/** Volumes of a position that can be closed: the nearest ones not above and not below the wished volume. */
export interface NearestParts {
  /** Absent when the wish is below all of them. */
  readonly lower?: Lots;
  /** Absent when the wish is above the whole position. */
  readonly upper?: Lots;
}

/** The volumes nearest to a wish that can be closed of a position. */
export function nearestParts({ lotStep, minLots }: PartTerms, position: Lots, wished: Lots): NearestParts {
  if (wished > position) return { lower: position };
  if (wished === position) return { lower: position, upper: position };
  const least = asLots(divide(larger(minLots, lotStep), lotStep, 'up') * lotStep);
  const most = asLots(divide(minus(position, minLots), lotStep, 'down') * lotStep);
  if (least > most) return { upper: position };
  if (wished < least) return { upper: least };
  if (wished > most) return { lower: most, upper: position };
  const below = asLots(wished - (wished % lotStep));
  return { lower: below, upper: below === wished ? wished : asLots(below + lotStep) };
}

/**
 * The price at which two opposite positions close each other: the mid of the market's bid and ask, rounded down to the
 * price grid. Both close at it, so the sum of their results is the difference of their opening prices.
 */
export function oppositePrice(terms: PriceTerms, { bid, ask }: Pick<Quote, 'bid' | 'ask'>): Price {
  const point = pricePoint(terms);
  return asPrice(((bid + ask) / (2n * point)) * point);
}
