import { PRICE_SCALE, formatDecimal, parseDecimal } from '@fairlot/domain';
import { UNKNOWN_FIGURE } from './figures.ts';

/** A price in the parts that dealers read it by: "1.08", "65" large, "2" small. Together they are the whole price. */
export interface PriceParts {
  readonly figure: string;
  /** The digits that move: two of them. */
  readonly emphasised: string;
  /** The fractional digit after them; empty where prices have an even number of decimals. */
  readonly fraction: string;
}

/** A price with the instrument's decimals, not grouped: "1.08652". "–" for an absent ("0") or unreadable one. */
export function formatPriceText(value: string | null | undefined, precision: number): string {
  const price = value === null || value === undefined ? undefined : parseDecimal(value, PRICE_SCALE);
  return price === undefined || price <= 0n ? UNKNOWN_FIGURE : formatDecimal(price, PRICE_SCALE, precision);
}

/** Splits a price for display. An odd number of decimals means that the last digit is a fraction of the unit people count in. */
export function splitPrice(value: string | null | undefined, precision: number): PriceParts {
  const text = formatPriceText(value, precision);
  if (text === UNKNOWN_FIGURE) return { figure: text, emphasised: '', fraction: '' };
  const fractionAt = precision % 2 === 1 ? text.length - 1 : text.length;
  const emphasisedAt = stepBack(text, fractionAt, 2);
  return { figure: text.slice(0, emphasisedAt), emphasised: text.slice(emphasisedAt, fractionAt), fraction: text.slice(fractionAt) };
}

/** The place that many digits before another one; the point is not a digit. */
function stepBack(text: string, from: number, digits: number): number {
  let at = from;
  for (let left = digits; left > 0 && at > 0; at -= 1) if (text[at - 1] !== '.') left -= 1;
  return at;
}
