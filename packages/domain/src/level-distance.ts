import { notionalToMoney } from './charges.ts';
import type { Conversion } from './conversion.ts';
import { divide, pow10 } from './decimal.ts';
import { type Instrument, pipSize, pricePoint } from './instrument.ts';
import type { Side } from './quote.ts';
import {
  type Lots,
  type Money,
  type Price,
  type PriceTerms,
  RATE_SCALE,
  type Rate,
  asMoney,
  asPrice,
  asRate,
} from './units.ts';

/** The units in which a stop-loss or take-profit is entered. `percent`: of the opening price. */
export const LEVEL_UNITS = ['price', 'pips', 'money', 'percent'] as const;
export type LevelUnit = (typeof LEVEL_UNITS)[number];

/** A level of a position by its name. */
export type LevelSide = 'stopLoss' | 'takeProfit';

type Traded = Pick<Instrument, 'unitsPerLot'> & PriceTerms;

/** Distances are rounded so that a stop never loses more than asked, and a target never wins less. */
const ROUNDINGS = { stopLoss: 'down', takeProfit: 'up' } as const;

/** The price at a distance from the opening price, on the level's side; undefined at zero or below. */
export function levelAt(side: Side, level: LevelSide, open: Price, distance: Price): Price | undefined {
  const above = (level === 'takeProfit') === (side === 'buy');
  const at = above ? open + distance : open - distance;
  return at > 0n ? asPrice(at) : undefined;
}

/** A distance in price for pips with decimals (scale 8), on the price grid. */
export function distanceOfPips(terms: PriceTerms, level: LevelSide, pips: Rate): Price {
  return onGrid(terms, level, pips * pipSize(terms), pow10(RATE_SCALE));
}

/** A distance in price for a percentage of the opening price, on the price grid. */
export function distanceOfPercent(terms: PriceTerms, level: LevelSide, open: Price, percent: Rate): Price {
  return onGrid(terms, level, percent * open, 100n * pow10(RATE_SCALE));
}

/** A distance in price at which a volume loses or wins an amount, at a conversion, on the price grid. */
export function distanceOfMoney(
  instrument: Traded,
  level: LevelSide,
  volume: Lots,
  amount: Money,
  conversion: Conversion,
): Price {
  return onGrid(
    instrument,
    level,
    amount * notionalToMoney(instrument) * conversion.denominator,
    volume * instrument.unitsPerLot * conversion.numerator,
  );
}

/** Roundings of an amount from which the same distance follows again. */
const BACK = { stopLoss: 'up', takeProfit: 'down' } as const;

/** Dollars that a volume loses or wins at a distance, rounded so that `distanceOfMoney` gives the distance again. */
export function moneyOfDistance(
  instrument: Traded,
  level: LevelSide,
  volume: Lots,
  distance: Price,
  conversion: Conversion,
): Money {
  const worth = distance * volume * instrument.unitsPerLot * conversion.numerator;
  return asMoney(divide(worth, notionalToMoney(instrument) * conversion.denominator, BACK[level]));
}

/** A distance in pips, exact: a point is a tenth of a pip or a whole one. */
export function pipsOfDistance(terms: PriceTerms, distance: Price): Rate {
  return asRate(divide(distance * pow10(RATE_SCALE), pipSize(terms), 'halfEven'));
}

/**
 * A distance as a percentage of the opening price, with as few decimals as `distanceOfPercent` needs to give the distance
 * again, and two at least.
 */
export function percentOfDistance(terms: PriceTerms, level: LevelSide, open: Price, distance: Price): Rate {
  const decimals = Math.min(Math.max((open / pricePoint(terms)).toString().length - 2, 2), RATE_SCALE);
  return asRate(divide(distance * 100n * pow10(decimals), open, BACK[level]) * pow10(RATE_SCALE - decimals));
}

function onGrid(terms: PriceTerms, level: LevelSide, numerator: bigint, denominator: bigint): Price {
  const point = pricePoint(terms);
  return asPrice(divide(numerator, denominator * point, ROUNDINGS[level]) * point);
}
