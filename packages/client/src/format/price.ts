import { formatPrice, parseDecimal, priceScaleOf } from '@fairlot/domain';
import type { Price } from '@fairlot/domain';
import { UNKNOWN_FIGURE } from './figures.ts';
import type { Shown } from './figures.ts';

/**
 * A price with the instrument's decimals, not grouped: "1.08652". A price that is absent ("0") or unreadable gives "–".
 */
export function formatPriceText(value: Shown<Price>, precision: number): string {
  const terms = { pricePrecision: precision };
  const price = typeof value === 'string' ? (parseDecimal(value, priceScaleOf(terms)) as Price | undefined) : value;
  return price === undefined || price === null || price <= 0n ? UNKNOWN_FIGURE : formatPrice(price, terms);
}
