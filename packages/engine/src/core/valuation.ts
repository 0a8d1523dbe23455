import { DOLLAR, asMoney, conversionFrom, freeMargin } from '@fairlot/domain';
import type { Conversion, ConversionLeg, Instrument, Money, Price, Quote, Standing } from '@fairlot/domain';
import { InvariantError } from './invariant.ts';
import type { Rulebook } from './rulebook.ts';
import type { Account, Listing, Order } from './state.ts';
import type { MarketReader, Work } from './work.ts';

/** What one dealing in an instrument needs to know of the market. */
export interface Market {
  readonly terms: Instrument;
  readonly quote: Quote;
  readonly conversion: Conversion;
  /** The quote behind the conversion; undefined for dollars. */
  readonly legQuote: Quote | undefined;
}

/** Terms, last quote and conversion of an instrument, or undefined when one of them isn't known. */
export function marketOf(reader: MarketReader, listing: Listing): Market | undefined {
  const { terms, leg } = listing;
  const quote = reader.quoteOf(listing);
  if (terms === undefined || quote === undefined) return undefined;
  if (terms.conversion === null || leg === undefined) return { terms, quote, conversion: DOLLAR, legQuote: undefined };
  const legQuote = reader.quoteOf(leg);
  if (legQuote === undefined || leg.terms === undefined) return undefined;
  return { terms, quote, conversion: conversionAt(listing, terms.conversion, legQuote), legQuote };
}

/** The conversion at a leg's quote, computed once for each quote. */
function conversionAt(listing: Listing, leg: ConversionLeg, legQuote: Quote): Conversion {
  if (listing.rateQuote !== legQuote) {
    listing.rate = conversionFrom(leg, legQuote);
    listing.rateQuote = legQuote;
  }
  return listing.rate;
}

/** The market of an instrument with alive orders, which can't be missing. */
export function knownMarketOf(reader: MarketReader, listing: Listing): Market {
  const market = marketOf(reader, listing);
  if (market === undefined) throw new InvariantError(`no market for instrument ${listing.id}, which has alive orders`);
  return market;
}

/** Whether the quote of an open market is too old to deal on. A closed market's last quote doesn't grow stale. */
export function isStale(listing: Listing, quote: Quote, time: number): boolean {
  return listing.open && listing.terms !== undefined && time - quote.time > listing.terms.staleAfterMs;
}

/** The opening price of a position. */
export function openPriceOf(position: Order): Price {
  if (position.price === undefined) throw new InvariantError(`position ${position.id} has no opening price`);
  return position.price;
}

/** Floating profit of a position at the closing side of the market. */
export function floatingProfit(reader: MarketReader, rulebook: Rulebook, position: Order): Money {
  const { listing } = position;
  const quote = reader.quoteOf(listing);
  const legQuote = listing.leg === undefined ? undefined : reader.quoteOf(listing.leg);
  if (quote === undefined || position.valuedAt !== quote || position.valuedBy !== legQuote) {
    const {
      terms,
      conversion,
      quote: { bid, ask },
    } = knownMarketOf(reader, listing);
    const close = position.side === 'buy' ? bid : ask;
    position.valued = rulebook.profit(terms, position.side, position.lots, openPriceOf(position), close, conversion);
    position.valuedNumber = Number(position.valued);
    position.valuedAt = quote;
    position.valuedBy = legQuote;
  }
  return position.valued;
}

/** What an account is worth at the last known quotes, closed and stale markets included. */
export function standingOf(reader: MarketReader, rulebook: Rulebook, account: Account): Standing {
  return {
    balance: account.cash,
    floatingProfit: floatingOf(reader, rulebook, account),
    usedMargin: account.usedMargin,
  };
}

/** Sums in numbers, which is much quicker, as long as every part of the sum is a safe integer and the sum therefore exact. */
function floatingOf(reader: MarketReader, rulebook: Rulebook, account: Account): Money {
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

/** Everything that an account is worth at the last known quotes: its books, what is frozen included, and its floating profit. */
export function worthOf(work: Work, account: Account): Money {
  const { balance, floatingProfit: floating } = standingOf(work, work.rulebook, account);
  return asMoney(balance + floating + account.orderReserve + account.withdrawalHold);
}

/** Free margin of an account at the last known quotes. */
export function freeMarginOf(work: Work, account: Account): Money {
  return freeMargin(standingOf(work, work.rulebook, account));
}
