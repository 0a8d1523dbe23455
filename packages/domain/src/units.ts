import { formatDecimal, parseDecimal } from './decimal.ts';

declare const unit: unique symbol;

/** US dollars, scale 6 (micro-dollars). Negative values are debts or losses. */
export type Money = bigint & { readonly [unit]: 'usd' };
/** A price in the instrument's quote currency, scale 8. Always above zero; below 10^7, so it is a safe integer too. */
export type Price = bigint & { readonly [unit]: 'price' };
/** A trading volume in lots, scale 4. */
export type Lots = bigint & { readonly [unit]: 'lots' };
/** A plain factor such as a fee rate, swap rate or ratio, scale 8. */
export type Rate = bigint & { readonly [unit]: 'rate' };

export const MONEY_SCALE = 6;
export const PRICE_SCALE = 8;
export const LOTS_SCALE = 4;
export const RATE_SCALE = 8;

/** Prices at or above this are refused wherever they enter: 10^7, scale 8. */
export const PRICE_LIMIT = 1_000_000_000_000_000n;

/** Nothing, in dollars. */
export const ZERO = 0n as Money;

/** Wraps micro-dollars that were computed as money. */
export const asMoney = (micro: bigint): Money => micro as Money;
/** Wraps an integer of scale 8 that was computed as a price. */
export const asPrice = (scaled: bigint): Price => scaled as Price;
/** Wraps an integer of scale 4 that was computed as lots. */
export const asLots = (scaled: bigint): Lots => scaled as Lots;
/** Wraps an integer of scale 8 that was computed as a rate. */
export const asRate = (scaled: bigint): Rate => scaled as Rate;

/** Reads dollars with up to 6 decimals; undefined when the text is not such a number. */
export const parseMoney = (text: string): Money | undefined => parseDecimal(text, MONEY_SCALE) as Money | undefined;
/** Reads a price with up to 8 decimals, above zero and below 10^7; undefined otherwise. */
export function parsePrice(text: string): Price | undefined {
  const value = parseDecimal(text, PRICE_SCALE);
  return value !== undefined && value > 0n && value < PRICE_LIMIT ? (value as Price) : undefined;
}
/** Reads lots with up to 4 decimals; undefined when the text is not such a number. */
export const parseLots = (text: string): Lots | undefined => parseDecimal(text, LOTS_SCALE) as Lots | undefined;
/** Reads a rate with up to 8 decimals; undefined when the text is not such a number. */
export const parseRate = (text: string): Rate | undefined => parseDecimal(text, RATE_SCALE) as Rate | undefined;

/** Writes dollars with `decimals` places (default 6). */
export const formatMoney = (value: Money, decimals: number = MONEY_SCALE): string =>
  formatDecimal(value, MONEY_SCALE, decimals);
/** Writes a price with the instrument's precision. */
export const formatPrice = (value: Price, precision: number): string => formatDecimal(value, PRICE_SCALE, precision);
/** Writes a rate with `decimals` places (default 8). */
export const formatRate = (value: Rate, decimals: number = RATE_SCALE): string =>
  formatDecimal(value, RATE_SCALE, decimals);
/** Writes lots without trailing zeros, with two decimals at least. */
export function formatLots(value: Lots): string {
  return formatDecimal(value, LOTS_SCALE).replace(/0{1,2}$/, '');
}

/** A literal written in source, such as `money('12.50')`. Throws on bad text: only for constants and tests. */
export function money(text: string): Money {
  return required(parseMoney(text), 'money', text);
}
/** A price literal; throws on bad text: only for constants and tests. */
export function price(text: string): Price {
  return required(parsePrice(text), 'price', text);
}
/** A lots literal; throws on bad text: only for constants and tests. */
export function lots(text: string): Lots {
  return required(parseLots(text), 'lots', text);
}
/** A rate literal; throws on bad text: only for constants and tests. */
export function rate(text: string): Rate {
  return required(parseRate(text), 'rate', text);
}

function required<T>(value: T | undefined, what: string, text: string): T {
  if (value === undefined) throw new RangeError(`not a ${what}: ${JSON.stringify(text)}`);
  return value;
}
