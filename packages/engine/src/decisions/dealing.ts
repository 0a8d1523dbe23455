import {
  type Instrument,
  type Price,
  type Protection,
  type Quote,
  type Side,
  closingPrice,
  formatPrice,
  isFarFromMarket,
  isOnPriceGrid,
  wrongSide,
} from '@fairlot/domain';
import type { InstrumentState } from '../core/state.ts';
import { type Market, marketOf, problemOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { refuse } from './outcomes.ts';

/** The reason why orders in an instrument can't execute now, or undefined. */
export function dealingRefusal(work: Work, instrument: InstrumentState, market: Market): Refusal | undefined {
  const problem = problemOf(work.rulebook, instrument, market.quote, work.time) ?? burstRefusal(work, instrument);
  return problem ?? conversionRefusal(work, instrument, market);
}

/** The reason why results in an instrument can't be converted now, or undefined. */
export function conversionRefusal(work: Work, { leg }: InstrumentState, market: Market): Refusal | undefined {
  // A closed leg converts at the last quote of its session, unless that is halted.
  return leg !== undefined && (leg.open || leg.mode === 'halted') && market.legQuote !== undefined
    ? (problemOf(work.rulebook, leg, market.legQuote, work.time) ?? burstRefusal(work, leg))
    : undefined;
}

/**
 * Refuses during a burst: newer prices may wait for its end, and the last one may have reached orders that are not worked
 * yet, so that their owners can't change them.
 */
export function burstRefusal(work: Work, { burst }: InstrumentState): 'price_in_doubt' | undefined {
  return burst && work.rulebook.burstsBlock ? 'price_in_doubt' : undefined;
}

/**
 * True when an instrument, or the one that it converts through, is halted: its price may be the reason of the halt, so
 * nothing is forced by it.
 */
export function isHalted({ mode, leg }: InstrumentState): boolean {
  return mode === 'halted' || leg?.mode === 'halted';
}

/** The market of an instrument to open a position in, or the refusal. */
export function openingMarket(work: Work, instrument: InstrumentState): Market | Refusal {
  const market = dealingMarket(work, instrument);
  if (typeof market === 'string') return market;
  return work.rulebook.opens(instrument.mode) ? market : 'instrument_close_only';
}

/** The market of an instrument to execute in, or the refusal. */
function dealingMarket(work: Work, instrument: InstrumentState): Market | Refusal {
  const market = marketOf(work, instrument);
  if (market === undefined) return 'market_data_missing';
  return dealingRefusal(work, instrument, market) ?? market;
}

/** Refuses prices off the instrument's grid or far from its market. */
export function priceRefusal(
  terms: Instrument,
  quote: Quote | undefined,
  prices: readonly (Price | undefined)[],
): Refusal | undefined {
  const offGrid = gridRefusal(terms, prices);
  if (offGrid !== undefined || quote === undefined) return offGrid;
  return prices.some((value) => value !== undefined && isFarFromMarket(value, quote))
    ? 'price_out_of_range'
    : undefined;
}

/** Refuses prices off the instrument's grid. */
export function gridRefusal(
  terms: Instrument,
  prices: readonly (Price | undefined)[],
): Extract<Refusal, 'price_off_grid'> | undefined {
  return prices.every((value) => value === undefined || isOnPriceGrid(terms, value)) ? undefined : 'price_off_grid';
}

/** Refuses levels that would trigger at once, with the nearest acceptable price. */
export function protectionRefusal(
  terms: Instrument,
  side: Side,
  reference: Price,
  protection: Protection,
): Outcome | undefined {
  const wrong = wrongSide(terms, side, reference, protection);
  if (wrong === undefined) return undefined;
  const reason = wrong.level === 'stopLoss' ? 'stop_loss_wrong_side' : 'take_profit_wrong_side';
  return refuse(reason, { nearest: formatPrice(wrong.nearest, terms) });
}

/** True when dealing on a side at a price is worse than the worst acceptable price. */
export function isWorse(worst: Price | undefined, side: Side, price: Price): boolean {
  return worst !== undefined && (side === 'buy' ? price > worst : price < worst);
}

/** The price that levels of a position, or of an order at the market, are checked against. */
export function protectionReference(quote: Quote, side: Side): Price {
  return closingPrice(quote, side);
}
