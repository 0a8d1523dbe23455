import { minus, smaller } from './decimal.ts';
import type { Instrument } from './instrument.ts';
import type { Side } from './quote.ts';
import type { WrongSide } from './triggers.ts';
import { type Lots, type Price, asLots } from './units.ts';

/** Maximum number of partial levels of a position. */
export const MOST_PARTIAL_LEVELS = 5;

/** A stop-loss or take-profit for some of a position's lots. */
export interface PartialLevel {
  readonly level: WrongSide['level'];
  readonly lots: Lots;
  readonly price: Price;
}

const LEVELS = ['stopLoss', 'takeProfit'] as const;

/**
 * Partial levels in their canonical order: the stops, then the targets, each by distance from the market, the nearest
 * first. Levels of one price stay in the given order.
 */
export function sortedLevels(side: Side, levels: readonly PartialLevel[]): readonly PartialLevel[] {
  return LEVELS.flatMap((level) => {
    const nearestIsHigh = (level === 'stopLoss') === (side === 'buy');
    return levels
      .filter((each) => each.level === level)
      .sort((left, right) => {
        if (left.price === right.price) return 0;
        return left.price > right.price === nearestIsHigh ? -1 : 1;
      });
  });
}

/** The lots of the partial stops, or of the partial targets. */
export function lotsOfLevels(levels: readonly PartialLevel[], of: PartialLevel['level']): Lots {
  return asLots(levels.reduce((sum, { level, lots }) => (level === of ? sum + lots : sum), 0n));
}

/**
 * Partial levels after their position has become smaller. The nearest stops stay, as far as the position's lots reach,
 * and so do the nearest targets; the level that is beyond them is cut down, or removed where less than the least lots
 * would remain. A level that fits stays, also below least lots that were raised after it was set. `levels`: in canonical
 * order.
 */
export function trimmedLevels(
  { minLots }: Pick<Instrument, 'minLots'>,
  position: Lots,
  levels: readonly PartialLevel[],
): readonly PartialLevel[] {
  const left = { stopLoss: position, takeProfit: position };
  return levels.flatMap((each) => {
    const lots = smaller(each.lots, left[each.level]);
    left[each.level] = minus(left[each.level], lots);
    if (lots === each.lots) return [each];
    return lots < minLots ? [] : [{ ...each, lots }];
  });
}

/**
 * The lots that a partial level closes: its own, or all of the position where the rest would be less than the least
 * lots.
 */
export function lotsToClose({ minLots }: Pick<Instrument, 'minLots'>, position: Lots, level: Lots): Lots {
  return minus(position, level) < minLots ? position : level;
}

/** True for two levels of the same kind at the same price. */
export function isSameLevel(left: PartialLevel, right: PartialLevel): boolean {
  return left.level === right.level && left.price === right.price;
}
