import { minus } from './decimal.ts';
import { isAtOrBelow, type Standing, equity } from './equity.ts';
import type { InstrumentId } from './instrument.ts';
import { type HedgedMargin, NO_SIDES, marginReleased, sidesByInstrument, sidesWithout } from './hedging.ts';
import type { Side } from './quote.ts';
import type { LeverageTier } from './tiers.ts';
import { type Lots, type Money, asLots, asMoney } from './units.ts';

/** A position that can be closed now, whole or in part. */
export interface ClosablePosition {
  readonly id: number;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly lotStep: Lots;
  readonly minLots: Lots;
  readonly margin: Money;
  readonly leverage: number;
}

/** The ways back above a margin level: either the closes together, or the deposit alone. */
export interface MarginHelp {
  /** Whole cents. */
  readonly deposit: Money;
  /** Empty when too many would be needed, or when closing does not help. */
  readonly closes: readonly { readonly id: number; readonly lots: Lots }[];
}

/** The positions that an account holds besides the closable ones count as well, where their group has tiers or hedged margin. */
export interface HeldPositions {
  readonly closable: readonly ClosablePosition[];
  readonly all: readonly Pick<ClosablePosition, 'instrument' | 'side' | 'lots' | 'margin' | 'leverage'>[];
  readonly tiers?: ReadonlyMap<InstrumentId, readonly LeverageTier[]> | undefined;
  readonly hedged?: HedgedMargin | undefined;
}

/** More closes than a warning can name are no help. */
const MOST_CLOSES = 3;
const CENT = 10_000n;
/** The profit of a part and of its rest, each rounded, may differ from that of the whole by this much. */
const ROUNDING = asMoney(2n);

/**
 * The smallest help for an account at or below a margin level (whole per cent); undefined above it. After the deposit, or
 * after the closes at the present quotes, the level is above `percent`. Positions with the largest margin close first,
 * because they free the most; the last one closes in part, rounded up to its lot step, as far as the smallest volume
 * permits. A part's margin is rounded down, so the engine frees at least as much.
 */
export function marginHelp(standing: Standing, percent: number, held: HeldPositions): MarginHelp | undefined {
  if (!isAtOrBelow(standing, percent)) return undefined;
  return { deposit: depositAbove(standing, percent), closes: closesAbove(standing, percent, held) };
}

function depositAbove(standing: Standing, percent: number): Money {
  const missing = standing.usedMargin * BigInt(percent) - equity(standing) * 100n;
  const least = missing / 100n + 1n;
  return asMoney(((least + CENT - 1n) / CENT) * CENT);
}

function closesAbove(
  standing: Standing,
  percent: number,
  { closable, all, tiers, hedged = 'both' }: HeldPositions,
): MarginHelp['closes'] {
  if (equity(standing) <= 0n) return [];
  const holdings = sidesByInstrument(all);
  const sorted = closable.toSorted((one, other) => Number(other.margin - one.margin) || one.id - other.id);
  const closes: { id: number; lots: Lots }[] = [];
  let now = standing;
  for (const position of sorted) {
    if (closes.length === MOST_CLOSES) return [];
    const { id, instrument, margin } = position;
    const holding = holdings.get(instrument) ?? NO_SIDES;
    const own = { hedged, tiers: tiers?.get(instrument) ?? [] };
    const after = (lots: Lots): Standing => {
      const part = asMoney((margin * lots) / position.lots);
      return {
        ...now,
        balance: minus(now.balance, ROUNDING),
        usedMargin: minus(now.usedMargin, marginReleased(own, holding, { ...position, lots, margin: part })),
      };
    };
    const lots = leastLots(position, (some) => !stillLow(after(some), percent));
    closes.push({ id, lots: lots ?? position.lots });
    if (lots !== undefined) return closes;
    now = after(position.lots);
    holdings.set(instrument, sidesWithout(holding, position));
  }
  return [];
}

/** Like isAtOrBelow, and true without equity even when nothing is left open. */
function stillLow(standing: Standing, percent: number): boolean {
  return equity(standing) <= 0n || isAtOrBelow(standing, percent);
}

/** The smallest volume that suffices; undefined when the whole position does not. */
function leastLots({ lots, lotStep, minLots }: ClosablePosition, suffices: (lots: Lots) => boolean): Lots | undefined {
  if (!suffices(lots)) return undefined;
  // The rest of a partial close is a position of its own and at least as large as the smallest one.
  let low = (minLots + lotStep - 1n) / lotStep;
  let high = (lots - minLots) / lotStep;
  if (lots % lotStep !== 0n || low > high || !suffices(asLots(high * lotStep))) return lots;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (suffices(asLots(middle * lotStep))) high = middle;
    else low = middle + 1n;
  }
  return asLots(low * lotStep);
}
