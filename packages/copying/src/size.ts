import {
  type InstrumentId,
  type Instrument,
  type Lots,
  type Money,
  type Price,
  type PriceTerms,
  RATE_SCALE,
  type Rate,
  type Side,
  asLots,
  asPrice,
  divide,
  nearestParts,
  pow10,
  pricePoint,
} from '@fairlot/domain';
import type { CopyTerms } from './model.ts';

const ONE = pow10(RATE_SCALE);

/**
 * Lots of a copied position: leader's lots × allocation ÷ leader's equity × multiple, rounded down to the lot step. Zero for
 * a leader without equity, to which no size is proportional.
 */
export function copiedLots(
  { allocation, multiple }: Pick<CopyTerms, 'allocation' | 'multiple'>,
  { lotStep }: Pick<Instrument, 'lotStep'>,
  lots: Lots,
  equity: Money,
): Lots {
  if (equity <= 0n) return asLots(0n);
  return asLots(divide(lots * allocation * multiple, equity * ONE * lotStep, 'down') * lotStep);
}

/**
 * The part of a copied position that follows a part of the leader's: the same share of what is held, rounded down to a
 * volume that can be closed. Undefined when there is none.
 */
export function copiedPart(
  terms: Pick<Instrument, 'lotStep' | 'minLots'>,
  held: Lots,
  { lots, before }: { readonly lots: Lots; readonly before: Lots },
): Lots | undefined {
  return nearestParts(terms, held, asLots((held * lots) / before)).lower;
}

/** The worst price of a copied opening: the leader's, worse by the slippage, rounded to the leader's side of the grid. */
export function worstPrice(terms: PriceTerms, side: Side, leader: Price, slippage: Rate): Price {
  const point = pricePoint(terms);
  const bound = leader * (side === 'buy' ? ONE + slippage : ONE - slippage);
  return asPrice(
    divide(bound, ONE * point, 'down') * point + (side === 'sell' && bound % (ONE * point) !== 0n ? point : 0n),
  );
}

/** The highest leverage on the list that is at most the leader's and the copy's; undefined for none. */
export function copiedLeverage(
  { leverages }: Pick<Instrument, 'leverages'>,
  leader: number,
  most: number | undefined,
): number | undefined {
  return leverages.findLast((leverage) => leverage <= leader && (most === undefined || leverage <= most));
}

/** True when the copy would hold more lots of an instrument than its limit. */
export function isBeyondLimit({ instruments }: CopyTerms, instrument: InstrumentId, lots: Lots): boolean {
  const limit = instruments.get(instrument);
  return limit !== undefined && lots > limit.maxLots;
}
