import { profit } from './charges.ts';
import type { Conversion } from './conversion.ts';
import { minus, negate, plus } from './decimal.ts';
import type { Markup } from './group.ts';
import type { Instrument } from './instrument.ts';
import type { Quote, Side } from './quote.ts';
import { type Lots, type Money, type Price, type PriceTerms, asPrice } from './units.ts';

type Traded = Pick<Instrument, 'unitsPerLot'> & PriceTerms;

/** The cost of opening a volume and closing it at the same quote, in dollars. The parts add up to the total exactly. */
export interface RoundTripCost {
  /** The market's spread. */
  readonly spread: Money;
  /** The part of the client's spread that is the house's markup. */
  readonly markup: Money;
  readonly fee: Money;
  readonly total: Money;
}

/** `shown`: the quote as the client sees it; `market`: the one behind it. */
export function roundTripCost(
  instrument: Traded,
  volume: Lots,
  { shown, market }: { readonly shown: Quote; readonly market: Quote },
  conversion: Conversion,
  fee: Money,
): RoundTripCost {
  const lost = ({ bid, ask }: Quote): Money => negate(profit(instrument, 'buy', volume, ask, bid, conversion));
  const spread = lost(market);
  const both = lost(shown);
  return { spread, markup: minus(both, spread), fee, total: plus(both, fee) };
}

/** A position with the prices of its two fills. `closePrice`: of its close, or of a close now. */
export interface PricedTrade {
  readonly side: Side;
  readonly lots: Lots;
  readonly openPrice: Price;
  readonly closePrice: Price;
}

/**
 * The part of a position's result that its markup has cost, in dollars: its result at the market's prices less its own,
 * both at the conversion of its close.
 */
export function markupLost(
  instrument: Traded,
  { side, lots, openPrice, closePrice }: PricedTrade,
  markup: Markup,
  conversion: Conversion,
): Money {
  const result = (open: bigint, close: bigint): Money =>
    profit(instrument, side, lots, asPrice(open), asPrice(close), conversion);
  const own = result(openPrice, closePrice);
  return side === 'buy'
    ? minus(result(openPrice - markup.ask, closePrice + markup.bid), own)
    : minus(result(openPrice + markup.bid, closePrice - markup.ask), own);
}
