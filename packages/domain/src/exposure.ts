import type { Conversion } from './conversion.ts';
import { absolute, divide, minus, negate, plus, pow10 } from './decimal.ts';
import type { Instrument } from './instrument.ts';
import type { Quote } from './quote.ts';
import {
  LOTS_SCALE,
  type Lots,
  MONEY_SCALE,
  type Money,
  type PriceTerms,
  asLots,
  asMoney,
  priceScaleOf,
} from './units.ts';

/** The open positions of many accounts in one instrument. Sums, so that those of groups and shards can be added. */
export interface Holdings {
  readonly longLots: Lots;
  readonly shortLots: Lots;
  /** Sum of lots × opening price, in the scale of lots and of the instrument's prices. */
  readonly longValue: bigint;
  readonly shortValue: bigint;
  /** Sum of lots × the markup of the closing side, in the same scale. */
  readonly longMarkup: bigint;
  readonly shortMarkup: bigint;
  /** Lots whose stop-loss is guaranteed, and the sum of lots × guaranteed level, in the same scale. */
  readonly longGuaranteedLots: Lots;
  readonly longGuaranteedValue: bigint;
  readonly shortGuaranteedLots: Lots;
  readonly shortGuaranteedValue: bigint;
  readonly positions: number;
  /** Accounts with a position in the instrument. */
  readonly accounts: number;
}

/** The sums of two sets of positions that share no account. */
export function addHoldings(one: Holdings, other: Holdings): Holdings {
  return {
    longLots: asLots(one.longLots + other.longLots),
    shortLots: asLots(one.shortLots + other.shortLots),
    longValue: one.longValue + other.longValue,
    shortValue: one.shortValue + other.shortValue,
    longMarkup: one.longMarkup + other.longMarkup,
    shortMarkup: one.shortMarkup + other.shortMarkup,
    longGuaranteedLots: asLots(one.longGuaranteedLots + other.longGuaranteedLots),
    longGuaranteedValue: one.longGuaranteedValue + other.longGuaranteedValue,
    shortGuaranteedLots: asLots(one.shortGuaranteedLots + other.shortGuaranteedLots),
    shortGuaranteedValue: one.shortGuaranteedValue + other.shortGuaranteedValue,
    positions: one.positions + other.positions,
    accounts: one.accounts + other.accounts,
  };
}

/** An amount of one unit by side. `net`: long − short. `gross`: long + short. */
export interface Sides<T extends bigint = bigint> {
  readonly long: T;
  readonly short: T;
  readonly net: T;
  readonly gross: T;
}

/** Positions in one instrument, valued at one quote. */
export interface Exposure {
  readonly lots: Sides<Lots>;
  /** Units of the base, scale 6. Exact. */
  readonly base: Sides;
  /** Value in the quote currency, scale 6, rounded half-even. */
  readonly quote: Sides;
  /** Value in dollars, rounded half-even. */
  readonly dollars: Sides<Money>;
}

const LOTS_TO_AMOUNT = pow10(MONEY_SCALE - LOTS_SCALE);

/**
 * Values positions at the mid price, so that as many lots long as short are a net of zero. Every figure is rounded once,
 * from its exact value: the rounded net may differ from the difference of the rounded sides by one millionth.
 */
export function exposureAt(
  instrument: Pick<Instrument, 'unitsPerLot'> & PriceTerms,
  { longLots, shortLots }: Pick<Holdings, 'longLots' | 'shortLots'>,
  { bid, ask }: Pick<Quote, 'bid' | 'ask'>,
  conversion: Conversion,
): Exposure {
  const lots = sidesOf(longLots, shortLots);
  const scale = 2n * pow10(LOTS_SCALE + priceScaleOf(instrument) - MONEY_SCALE);
  const inQuote = (volume: bigint): bigint => volume * instrument.unitsPerLot * (bid + ask);
  return {
    lots,
    base: each(lots, (volume) => volume * instrument.unitsPerLot * LOTS_TO_AMOUNT),
    quote: each(lots, (volume) => divide(inQuote(volume), scale, 'halfEven')),
    dollars: each(lots, (volume) =>
      asMoney(divide(inQuote(volume) * conversion.numerator, scale * conversion.denominator, 'halfEven')),
    ),
  };
}

/**
 * Floating profit of the clients in dollars, rounded half-even: each position closed at the side of the quote that its
 * markup shifts. The profits of single positions are rounded one by one, so their sum may differ by half a millionth for
 * each of them.
 */
export function clientsProfit(
  instrument: Pick<Instrument, 'unitsPerLot'> & PriceTerms,
  held: Holdings,
  { bid, ask }: Pick<Quote, 'bid' | 'ask'>,
  conversion: Conversion,
): Money {
  const long = held.longLots * bid - held.longMarkup - held.longValue;
  const short = held.shortValue - held.shortLots * ask - held.shortMarkup;
  const scale = pow10(LOTS_SCALE + priceScaleOf(instrument) - MONEY_SCALE);
  return asMoney(
    divide((long + short) * instrument.unitsPerLot * conversion.numerator, scale * conversion.denominator, 'halfEven'),
  );
}

/** The gap for which the cost of guarantees is stated. */
export const GAP_PERCENT = 10n;

/** The house's risk from guaranteed stops in one instrument. */
export interface GuaranteeRisk {
  /** Dollars that the house pays if the market falls past every guaranteed level of a buy, to GAP_PERCENT beyond each. */
  readonly fall: Money;
  /** The same for a rise past the levels of sells. */
  readonly rise: Money;
}

/** The cost of a gap of GAP_PERCENT beyond the guaranteed levels, in dollars, rounded half-even. */
export function guaranteeRisk(
  instrument: Pick<Instrument, 'unitsPerLot'> & PriceTerms,
  { longGuaranteedValue: long, shortGuaranteedValue: short }: Holdings,
  conversion: Conversion,
): GuaranteeRisk {
  const scale = 100n * pow10(LOTS_SCALE + priceScaleOf(instrument) - MONEY_SCALE) * conversion.denominator;
  const cost = (value: bigint): Money =>
    asMoney(divide(value * GAP_PERCENT * instrument.unitsPerLot * conversion.numerator, scale, 'halfEven'));
  return { fall: cost(long), rise: cost(short) };
}

/** An amount of a currency, or of another unit, in that unit (scale 6) and in dollars. */
export interface CurrencyExposure {
  readonly amount: Sides;
  readonly dollars: Sides<Money>;
}

/**
 * The exposure by currency: a long position is long in its base and short in its quote currency. The base of a metal, an
 * index or a coin is its own unit. The nets in dollars of all currencies add up to zero.
 */
export function exposureByCurrency(
  parts: Iterable<{
    readonly instrument: { readonly baseCurrency: string; readonly quoteCurrency: string };
    readonly exposure: Exposure;
  }>,
): ReadonlyMap<string, CurrencyExposure> {
  const sums = new Map<string, CurrencyExposure>();
  const add = (unit: string, amount: Sides, dollars: Sides<Money>): void => {
    const before = sums.get(unit);
    sums.set(
      unit,
      before === undefined
        ? { amount, dollars }
        : { amount: addSides(before.amount, amount), dollars: addSides(before.dollars, dollars) },
    );
  };
  for (const { instrument, exposure } of parts) {
    add(instrument.baseCurrency, exposure.base, exposure.dollars);
    add(instrument.quoteCurrency, opposite(exposure.quote), opposite(exposure.dollars));
  }
  return sums;
}

/** The sums of two amounts of one unit. */
export function addSides<T extends bigint>(one: Sides<T>, other: Sides<T>): Sides<T> {
  return {
    long: plus(one.long, other.long),
    short: plus(one.short, other.short),
    net: plus(one.net, other.net),
    gross: plus(one.gross, other.gross),
  };
}

/** A limit of an absolute net in dollars is crossed above it, and left again below 95 per cent of it. */
const END_PERCENT = 95n;

/**
 * Tells whether an alarm is on, given whether it was: it begins above the limit and ends below 95 per cent of it, so that
 * a net at the limit does not raise one alarm after another.
 */
export function isAlarmed(net: Money, limit: Money, wasAlarmed: boolean): boolean {
  const size = absolute(net);
  return wasAlarmed ? size * 100n >= limit * END_PERCENT : size > limit;
}

function sidesOf<T extends bigint>(long: T, short: T): Sides<T> {
  return { long, short, net: minus(long, short), gross: plus(long, short) };
}

function each<T extends bigint>({ long, short, net, gross }: Sides, of: (value: bigint) => T): Sides<T> {
  return { long: of(long), short: of(short), net: of(net), gross: of(gross) };
}

function opposite<T extends bigint>({ long, short, net, gross }: Sides<T>): Sides<T> {
  return { long: short, short: long, net: negate(net), gross };
}
