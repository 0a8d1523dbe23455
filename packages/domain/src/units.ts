import { formatDecimal, parseDecimal } from './decimal.ts';

declare const unit: unique symbol;

/** US dollars, scale 6 (micro-dollars). Negative values are debts or losses. */
export type Money = bigint & { readonly [unit]: 'usd' };
/**
 * A price in the instrument's quote currency, scale 8. Always above zero and below 10^7, so it is also a safe integer.
 */
export type Price = bigint & { readonly [unit]: 'price' };
/** A trading volume in lots, scale 4. */
export type Lots = bigint & { readonly [unit]: 'lots' };
/** A plain factor such as a fee rate, swap rate or ratio, scale 8. */
export type Rate = bigint & { readonly [unit]: 'rate' };

/** Decimal places of the scaled integers of each unit. */
export const MONEY_SCALE = 6;
export const PRICE_SCALE = 8;
export const LOTS_SCALE = 4;
export const RATE_SCALE = 8;

/** Upper limit of prices, exclusive: 10^7 at scale 8. */
export const PRICE_LIMIT = 1_000_000_000_000_000n;

/** Zero dollars. */
export const ZERO = 0n as Money;

/** Brands computed micro-dollars as money. */
export const asMoney = (micro: bigint): Money => micro as Money;
/** Brands a computed integer of scale 8 as a price. */
export const asPrice = (scaled: bigint): Price => scaled as Price;
/** Brands a computed integer of scale 4 as lots. */
export const asLots = (scaled: bigint): Lots => scaled as Lots;
/** Brands a computed integer of scale 8 as a rate. */
export const asRate = (scaled: bigint): Rate => scaled as Rate;

/** Parses dollars with up to 6 decimals; undefined for other text. */
export const parseMoney = (text: string): Money | undefined => parseDecimal(text, MONEY_SCALE) as Money | undefined;
/** Parses a price with up to 8 decimals, above zero and below 10^7; undefined for other text. */
export function parsePrice(text: string): Price | undefined {
  const value = parseDecimal(text, PRICE_SCALE);
  return value !== undefined && value > 0n && value < PRICE_LIMIT ? (value as Price) : undefined;
}
/** Parses lots with up to 4 decimals; undefined for other text. */
export const parseLots = (text: string): Lots | undefined => parseDecimal(text, LOTS_SCALE) as Lots | undefined;
/** Parses a rate with up to 8 decimals; undefined for other text. */
export const parseRate = (text: string): Rate | undefined => parseDecimal(text, RATE_SCALE) as Rate | undefined;

/** Formats dollars with `decimals` places (default 6). */
export const formatMoney = (value: Money, decimals: number = MONEY_SCALE): string =>
  formatDecimal(value, MONEY_SCALE, decimals);
/** Formats a price with the instrument's precision. */
export const formatPrice = (value: Price, precision: number): string => formatDecimal(value, PRICE_SCALE, precision);
/** Formats a rate with `decimals` places (default 8). */
export const formatRate = (value: Rate, decimals: number = RATE_SCALE): string =>
  formatDecimal(value, RATE_SCALE, decimals);
/** Formats lots without trailing zeros, with at least two decimals. */
export function formatLots(value: Lots): string {
  return formatDecimal(value, LOTS_SCALE).replace(/0{1,2}$/, '');
}

/** A money constant, such as `money('12.50')`. Throws on bad text, so use it only for constants and tests. */
export function money(text: string): Money {
  return required(parseMoney(text), 'money', text);
}
/** A price constant. Throws on bad text, so use it only for constants and tests. */
export function price(text: string): Price {
  return required(parsePrice(text), 'price', text);
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
