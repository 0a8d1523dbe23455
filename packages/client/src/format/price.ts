import { PRICE_SCALE, formatDecimal, parseDecimal } from '@fairlot/domain';
import { UNKNOWN_FIGURE } from './figures.ts';

/** A price with the instrument's decimals, not grouped: "1.08652". "–" for an absent ("0") or unreadable one. */
export function formatPriceText(value: string | null | undefined, precision: number): string {
  const price = value === null || value === undefined ? undefined : parseDecimal(value, PRICE_SCALE);
  return price === undefined || price <= 0n ? UNKNOWN_FIGURE : formatDecimal(price, PRICE_SCALE, precision);
}
