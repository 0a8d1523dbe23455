import { divide, larger, minus, plus } from './decimal.ts';
import type { InstrumentId } from './instrument.ts';
import type { Side } from './quote.ts';
import {
  type Holding,
  type LeverageTier,
  NO_HOLDING,
  holdingWith,
  holdingWithout,
  usedMarginOf as tieredMarginOf,
} from './tiers.ts';
import { type Lots, type Money, ZERO, asLots, asMoney } from './units.ts';

/**
 * The margin that opposite positions of one account in one instrument use. `both`: that of both sides. `larger`: that of
 * the side which needs more. `none`: that of the volume which no opposite position covers.
 */
export const HEDGED_MARGINS = ['both', 'larger', 'none'] as const;

export type HedgedMargin = (typeof HEDGED_MARGINS)[number];

/** The terms by which the margins of an account's positions in one instrument add up. */
export interface MarginTerms {
  readonly hedged: HedgedMargin;
  /** Empty for none. */
  readonly tiers: readonly LeverageTier[];
}

/** Open positions of one side in one instrument. */
export interface SideHolding extends Holding {
  readonly lots: Lots;
}

/** Open positions in one instrument. */
export interface TwoSides {
  readonly buy: SideHolding;
  readonly sell: SideHolding;
}

/** A position as its instrument's margin counts it. */
export interface MarginPosition {
  readonly side: Side;
  readonly lots: Lots;
  readonly margin: Money;
  readonly leverage: number;
}

const NO_SIDE: SideHolding = { ...NO_HOLDING, lots: asLots(0n) };

/** No open positions. */
export const NO_SIDES: TwoSides = { buy: NO_SIDE, sell: NO_SIDE };

/** Adds a position. */
export function sidesWith(held: TwoSides, { side, lots, margin, leverage }: MarginPosition): TwoSides {
  const own = held[side];
  return { ...held, [side]: { lots: plus(own.lots, lots), ...holdingWith(own, margin, leverage) } };
}

/** Takes a position out. */
export function sidesWithout(held: TwoSides, { side, lots, margin, leverage }: MarginPosition): TwoSides {
  const own = held[side];
  return { ...held, [side]: { lots: minus(own.lots, lots), ...holdingWithout(own, margin, leverage) } };
}

/** The positions of an account by instrument. */
export function sidesByInstrument(
  positions: Iterable<MarginPosition & { readonly instrument: InstrumentId }>,
): Map<InstrumentId, TwoSides> {
  const held = new Map<InstrumentId, TwoSides>();
  for (const position of positions)
    held.set(position.instrument, sidesWith(held.get(position.instrument) ?? NO_SIDES, position));
  return held;
}

/** Positions of both sides as one holding. */
export function bothSides({ buy, sell }: TwoSides): Holding {
  return { margin: plus(buy.margin, sell.margin), exposure: plus(buy.exposure, sell.exposure) };
}

/**
 * The part of the side with more lots that the other side does not cover: margin and exposure × open lots ÷ lots, each
 * rounded up.
 */
function uncovered({ buy, sell }: TwoSides): Holding {
  const [more, less] = buy.lots > sell.lots ? [buy, sell] : [sell, buy];
  const open = more.lots - less.lots;
  if (open === 0n) return NO_HOLDING;
  const share = (amount: Money): Money => asMoney(divide(amount * open, more.lots, 'up'));
  return { margin: share(more.margin), exposure: share(more.exposure) };
}

/** The positions whose exposure tiers count: those of both sides, of the larger one, or what is not covered. */
export function countedHolding(hedged: HedgedMargin, held: TwoSides): Holding {
  if (hedged === 'both') return bothSides(held);
  if (hedged === 'none') return uncovered(held);
  return held.buy.exposure > held.sell.exposure ? held.buy : held.sell;
}

/** Used margin of one instrument: own margins or the requirement of tiers (usedMarginOf), as hedged volume counts. */
export function hedgedMarginOf(
  { hedged, tiers }: MarginTerms,
  held: TwoSides,
  tiered: typeof tieredMarginOf = tieredMarginOf,
): Money {
  if (hedged === 'both') return tiered(tiers, bothSides(held));
  if (hedged === 'larger') return larger(tiered(tiers, held.buy), tiered(tiers, held.sell));
  return tiered(tiers, uncovered(held));
}

/**
 * The free margin that a new position needs besides its fee: the amount by which it raises the used margin of its
 * instrument; at least its own margin while both sides count. Never below zero.
 */
export function marginToOpen(terms: MarginTerms, held: TwoSides, position: MarginPosition): Money {
  const raised = minus(hedgedMarginOf(terms, sidesWith(held, position)), hedgedMarginOf(terms, held));
  return larger(terms.hedged === 'both' ? position.margin : ZERO, raised);
}

/**
 * The used margin that the end of one of the positions releases: its own margin without tiers and hedging. Below zero
 * when the position covered another one.
 */
export function marginReleased(terms: MarginTerms, held: TwoSides, position: MarginPosition): Money {
  return minus(hedgedMarginOf(terms, held), hedgedMarginOf(terms, sidesWithout(held, position)));
}
