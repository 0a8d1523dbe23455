import { formatDecimal, parseDecimal, pow10 } from './decimal.ts';

declare const unit: unique symbol;

/** US dollars, scale 6 (micro-dollars). Negative values are debts or losses. */
export type Money = bigint & { readonly [unit]: 'usd' };
/**
 * A price in the instrument's quote currency. Its scale is the instrument's (see priceScaleOf), 8 for most. Always above
 * zero. Prices that are stored or dealt on are below PRICE_LIMIT, so they are also safe integers.
 */
export type Price = bigint & { readonly [unit]: 'price' };
/** A trading volume in lots, scale 4. */
export type Lots = bigint & { readonly [unit]: 'lots' };
/** A plain factor such as a fee rate, swap rate or ratio, scale 8. */
export type Rate = bigint & { readonly [unit]: 'rate' };

/** Decimal places of the scaled integers of each unit. */
export const MONEY_SCALE = 6;
/** The scale of prices of instruments that have none of their own. */
export const PRICE_SCALE = 8;
export const LOTS_SCALE = 4;
export const RATE_SCALE = 8;

/**
 * Upper limit, exclusive, of the integers of prices that are stored or dealt on: 10^7 at scale 8, 10^12 at scale 3. They
 * fit the database's int8 and are exact as floating point numbers, on which the engine's edges rely.
 */
export const PRICE_LIMIT = 1_000_000_000_000_000n;

/** Upper limit of all prices, exclusive, in the quote currency. */
const PRICE_BOUND = 1_000_000_000_000n;

/** How an instrument's prices are written and scaled. */
export interface PriceTerms {
  /** Decimals of the instrument's prices, 0 to 15. */
  readonly pricePrecision: number;
  /** Scale of its prices, 3 to 15, not below the precision; absent for 8, or for the precision where that is higher. */
  readonly priceScale?: number;
}

/** The scale of an instrument's prices. */
export function priceScaleOf({ pricePrecision, priceScale }: PriceTerms): number {
  return priceScale ?? Math.max(PRICE_SCALE, pricePrecision);
}

/** Zero dollars. */
export const ZERO = 0n as Money;

/** Brands computed micro-dollars as money. */
export const asMoney = (micro: bigint): Money => micro as Money;
/** Brands a computed integer of the instrument's scale as a price. */
export const asPrice = (scaled: bigint): Price => scaled as Price;
/** Brands a computed integer of scale 4 as lots. */
export const asLots = (scaled: bigint): Lots => scaled as Lots;
/** Brands a computed integer of scale 8 as a rate. */
export const asRate = (scaled: bigint): Rate => scaled as Rate;

/** Parses dollars with up to 6 decimals; undefined for other text. */
export const parseMoney = (text: string): Money | undefined => parseDecimal(text, MONEY_SCALE) as Money | undefined;
/**
 * Parses a price of an instrument, above zero and below 10^12, with no more decimals than its scale; undefined for other
 * text.
 */
export function parsePrice(text: string, terms: PriceTerms): Price | undefined {
  const scale = priceScaleOf(terms);
  const value = parseDecimal(text, scale);
  return value !== undefined && value > 0n && value < PRICE_BOUND * pow10(scale) ? (value as Price) : undefined;
}
/** Parses lots with up to 4 decimals; undefined for other text. */
export const parseLots = (text: string): Lots | undefined => parseDecimal(text, LOTS_SCALE) as Lots | undefined;
/** Parses a rate with up to 8 decimals; undefined for other text. */
export const parseRate = (text: string): Rate | undefined => parseDecimal(text, RATE_SCALE) as Rate | undefined;

/** Formats dollars with `decimals` places (default 6). */
export const formatMoney = (value: Money, decimals: number = MONEY_SCALE): string =>
  formatDecimal(value, MONEY_SCALE, decimals);
/** Formats a price with the instrument's precision. */
export const formatPrice = (value: Price, terms: PriceTerms): string =>
  formatDecimal(value, priceScaleOf(terms), terms.pricePrecision);
/** Formats a rate with `decimals` places (default 8). */
export const formatRate = (value: Rate, decimals: number = RATE_SCALE): string =>
  formatDecimal(value, RATE_SCALE, decimals);
/** Formats a rate without trailing zeros. */
export function shortRate(value: Rate): string {
  return withoutTrailingZeros(formatRate(value));
}
/** A decimal with a point, without the zeros at its end. */
export function withoutTrailingZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
/** Formats lots without trailing zeros, with at least two decimals. */
export function formatLots(value: Lots): string {
  return formatDecimal(value, LOTS_SCALE).replace(/0{1,2}$/, '');
}

/** A money constant, such as `money('12.50')`. Throws on bad text, so use it only for constants and tests. */
export function money(text: string): Money {
  return required(parseMoney(text), 'money', text);
}
const USUAL_TERMS: PriceTerms = { pricePrecision: PRICE_SCALE };

/** A price constant, of scale 8 without terms. Throws on bad text, so use it only for constants and tests. */
export function price(text: string, terms: PriceTerms = USUAL_TERMS): Price {
  return required(parsePrice(text, terms), 'price', text);
}
/** A lots constant. Throws on bad text, so use it only for constants and tests. */
export function lots(text: string): Lots {
  return required(parseLots(text), 'lots', text);
}
/** A rate constant. Throws on bad text, so use it only for constants and tests. */
export function rate(text: string): Rate {
  return required(parseRate(text), 'rate', text);
}

function required<T>(value: T | undefined, what: string, text: string): T {
  if (value === undefined) throw new RangeError(`not a ${what}: ${JSON.stringify(text)}`);
  return value;
}
