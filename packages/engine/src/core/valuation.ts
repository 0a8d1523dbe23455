import {
  type Conversion,
  type ConversionLeg,
  DOLLAR,
  type DealingFacts,
  type DealingProblem,
  type Instrument,
  type InstrumentId,
  type Markup,
  type Money,
  type Price,
  type Quote,
  type Standing,
  ZERO,
  asMoney,
  closingPrice,
  conversionFrom,
  freeMargin,
  markedUp,
  plus,
} from '@fairlot/domain';
import type { AccountTerms } from './groups.ts';
import { InvariantError } from './invariant.ts';
import { usedMarginOf } from './margins.ts';
import { positionSumsOf } from './position-sums.ts';
import type { Rulebook } from './rulebook.ts';
import type { Account, InstrumentState, Order, PositionSums } from './state.ts';
import type { MarketReader, Work } from './work.ts';

/** Terms and prices needed to execute in an instrument. */
export interface Market {
  readonly terms: Instrument;
  /** The quote to deal on: the market's, or a client's with a markup. */
  readonly quote: Quote;
  /** The market's quote. */
  readonly raw: Quote;
  readonly conversion: Conversion;
  /** The quote of the conversion leg; undefined for dollars. */
  readonly legQuote: Quote | undefined;
}

/** The market of an instrument for an account, by the terms of its group. */
export interface AccountMarket extends Market {
  readonly own: AccountTerms;
  /** The group's, or that of an order that has one already. */
  readonly markup: Markup;
}

/** Terms, last quote and conversion of an instrument; undefined when one of them is unknown. */
export function marketOf(reader: MarketReader, instrument: InstrumentState): Market | undefined {
  const { terms, leg } = instrument;
  const quote = reader.quoteOf(instrument);
  if (terms === undefined || quote === undefined) return undefined;
  if (terms.conversion === null || leg === undefined)
    return { terms, quote, raw: quote, conversion: DOLLAR, legQuote: undefined };
  const legQuote = reader.quoteOf(leg);
  if (legQuote === undefined || leg.terms === undefined) return undefined;
  return { terms, quote, raw: quote, conversion: conversionAt(instrument, terms.conversion, legQuote), legQuote };
}

/** The conversion at a leg's quote, cached per quote. */
function conversionAt(instrument: InstrumentState, leg: ConversionLeg, legQuote: Quote): Conversion {
  if (instrument.rateQuote !== legQuote) {
    instrument.rate = conversionFrom(leg, legQuote);
    instrument.rateQuote = legQuote;
  }
  return instrument.rate;
}

/** The market of an instrument with alive orders. Throws InvariantError when it is missing. */
export function knownMarketOf(reader: MarketReader, instrument: InstrumentState): Market {
  const market = marketOf(reader, instrument);
  if (market === undefined)
    throw new InvariantError(`no market for instrument ${instrument.id}, which has alive orders`);
  return market;
}

/** A market for an account: with a markup of its own for an order that has one, else with the group's. */
export function marketFor(market: Market, { group }: Account, kept?: Markup): AccountMarket {
  const own = group.termsOf(market.terms);
  const markup = kept ?? own.markup;
  const { raw, conversion, legQuote } = market;
  return { terms: own.terms, quote: markedUp(own.terms, raw, markup), raw, conversion, legQuote, own, markup };
}

/** The market of an order for its account, at the markup that the order was placed with. */
export function marketOfOrder(reader: MarketReader, order: Order): AccountMarket {
  return marketFor(knownMarketOf(reader, order.instrument), order.account, order.markup);
}

/** The reason why an instrument can't be dealt on at a quote, or undefined. */
export function problemOf(
  rulebook: Rulebook,
  instrument: InstrumentState,
  quote: Quote,
  time: number,
): DealingProblem | undefined {
  return rulebook.dealingProblem(factsOf(instrument, quote), time);
}

/**
 * True when results in an instrument convert at a price that can be dealt on at a moment. A closed leg converts at the last
 * quote of its session. `quoted`: the instrument of a burst, whose quote was found fresh before.
 */
export function converts(
  reader: MarketReader,
  rulebook: Rulebook,
  instrument: InstrumentState,
  time: number,
  quoted?: InstrumentId,
): boolean {
  const { leg } = instrument;
  if (!rulebook.needsFreshRate || leg === undefined || leg === instrument || !leg.open) return true;
  const quote = reader.quoteOf(leg);
  if (leg.id === quoted) return !leg.doubt && leg.mode !== 'halted';
  return quote !== undefined && problemOf(rulebook, leg, quote, time) === undefined;
}

/** The facts of an instrument for the rule of which price may be dealt on. */
export function factsOf(instrument: InstrumentState, quote: Quote): DealingFacts {
  const { open, doubt, mode, terms } = instrument;
  return {
    open,
    doubt,
    halted: mode === 'halted',
    quoteTime: quote.time,
    staleAfterMs: terms?.staleAfterMs ?? Number.POSITIVE_INFINITY,
  };
}

/** The opening price of a position. */
export function openPriceOf(position: Order): Price {
  if (position.price === undefined) throw new InvariantError(`position ${position.id} has no opening price`);
  return position.price;
}

/** The price at which a position closes on a quote for its account: never worse than its guaranteed stop. */
export function closingPriceOf(rulebook: Rulebook, position: Order, quote: Quote): Price {
  const { side, premium, stopLoss } = position;
  const market = closingPrice(quote, side);
  return premium === undefined || stopLoss === undefined ? market : rulebook.guaranteedPrice(side, market, stopLoss);
}

/** Floating profit of a position at the closing side of the market, cached per quote. */
export function floatingProfit(reader: MarketReader, rulebook: Rulebook, position: Order): Money {
  const { instrument } = position;
  const quote = reader.quoteOf(instrument);
  const legQuote = instrument.leg === undefined ? undefined : reader.quoteOf(instrument.leg);
  if (quote === undefined || position.valuedAt !== quote || position.valuedBy !== legQuote) {
    const { terms, conversion, raw } = knownMarketOf(reader, instrument);
    const close = closingPriceOf(rulebook, position, markedUp(terms, raw, position.markup));
    position.valued = rulebook.profit(terms, position.side, position.lots, openPriceOf(position), close, conversion);
    position.valuedNumber = Number(position.valued);
    position.valuedAt = quote;
    position.valuedBy = legQuote;
  }
  return position.valued;
}

/** Balance, reserves, floating profit and used margin at the last known quotes, closed and stale markets included. */
export function standingOf(reader: MarketReader, rulebook: Rulebook, account: Account): Standing {
  const reserved = rulebook.reservesCount ? account.orderReserve : ZERO;
  const usedMargin = usedMarginOf(rulebook, account);
  const standing = {
    balance: plus(account.cash, reserved),
    reserved,
    floatingProfit: floatingOf(reader, rulebook, account),
    usedMargin,
  };
  const isCovered = usedMargin === ZERO && account.openPositions > 0 && account.group.hedged === 'none';
  return isCovered ? { covered: true, ...standing } : standing;
}

/** Floating profit of an account. A quote of one of its instruments costs a new sum, and a new position only its own value. */
function floatingOf(reader: MarketReader, rulebook: Rulebook, account: Account): Money {
  if (account.openPositions === 0) return ZERO;
  const sums = positionSumsOf(account);
  const isCurrent = readQuotes(reader, sums);
  const { added } = sums;
  if (!isCurrent || sums.floating === undefined) sums.floating = sumOfResults(reader, rulebook, account);
  else if (added !== undefined) sums.floating = plus(sums.floating, floatingProfit(reader, rulebook, added));
  sums.added = undefined;
  return sums.floating;
}

/** Reads the quotes that value an account, all of them, so that the journal has them. Returns false when one is new. */
function readQuotes(reader: MarketReader, { byInstrument }: PositionSums): boolean {
  let isCurrent = true;
  for (const sums of byInstrument) {
    const { instrument } = sums;
    const quote = reader.quoteOf(instrument);
    const legQuote = instrument.leg === undefined ? undefined : reader.quoteOf(instrument.leg);
    if (sums.valuedAt === quote && sums.valuedBy === legQuote) continue;
    isCurrent = false;
    sums.valuedAt = quote;
    sums.valuedBy = legQuote;
  }
  return isCurrent;
}

/** Sums numbers, which is much faster than bigints, while every part is a safe integer and the sum is exact. */
function sumOfResults(reader: MarketReader, rulebook: Rulebook, account: Account): Money {
  let floating = 0;
  let isExact = true;
  for (const order of account.orders) {
    if (order.status !== 'open') continue;
    floatingProfit(reader, rulebook, order);
    floating += order.valuedNumber;
    isExact &&= Number.isSafeInteger(order.valuedNumber) && Number.isSafeInteger(floating);
  }
  if (isExact) return asMoney(BigInt(floating));
  return asMoney(
    account.orders.reduce(
      (sum, order) => (order.status === 'open' ? sum + floatingProfit(reader, rulebook, order) : sum),
      0n,
    ),
  );
}

/** Total value of an account at the last known quotes: all its books, frozen ones included, and its floating profit. */
export function worthOf(work: Work, account: Account): Money {
  const { cash, orderReserve, withdrawalHold } = account;
  return asMoney(cash + orderReserve + withdrawalHold + floatingOf(work, work.rulebook, account));
}

/** Free margin of an account at the last known quotes. */
export function freeMarginOf(work: Work, account: Account): Money {
  return freeMargin(standingOf(work, work.rulebook, account));
}
