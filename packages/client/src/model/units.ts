import {
  asPrice,
  asRate,
  parseDecimal,
  parseLots,
  parseMoney,
  parsePrice,
  parseRate,
  parseUnitsPerDollar,
} from '@fairlot/domain';
import type {
  GuaranteeTerms,
  LeverageTier,
  Lots,
  Markup,
  Money,
  Price,
  PriceTerms,
  Rate,
  UnitsPerDollar,
} from '@fairlot/domain';

/** Reads dollars of a record. Like the other readers here, throws on a text that the contract should have rejected. */
export const moneyOf = (text: string): Money => required(parseMoney(text), text);
export const lotsOf = (text: string): Lots => required(parseLots(text), text);
export const rateOf = (text: string): Rate => asRate(required(parseRate(text), text));
export const unitsPerDollarOf = (text: string): UnitsPerDollar => required(parseUnitsPerDollar(text), text);
export const countOf = (text: string): bigint => required(parseDecimal(text, 0), text);

/** Reads a price of a record; undefined for "0" and null, which mean no price. */
export function priceOf(text: string | null, terms: PriceTerms): Price | undefined {
  if (text === null || !/[1-9]/.test(text)) return undefined;
  return required(parsePrice(text, terms), text);
}

/** Reads a mandatory price of a record. */
export const knownPriceOf = (text: string, terms: PriceTerms): Price => required(parsePrice(text, terms), text);

/** Reads a markup of a record; undefined for none. Nothing of the domain's groups is loaded with the first page. */
export function markupOf(
  record: { readonly Bid: string; readonly Ask: string } | undefined,
  terms: PriceTerms,
): Markup | undefined {
  const bid = record && priceOf(record.Bid, terms);
  const ask = record && priceOf(record.Ask, terms);
  return bid || ask ? { bid: bid ?? asPrice(0n), ask: ask ?? asPrice(0n) } : undefined;
}

/** Reads the terms of guaranteed stops of a record, in which zero is a distance; undefined where they are not offered. */
export function guaranteeOf(
  record: { readonly Premium: string; readonly Distance: string } | undefined,
  terms: PriceTerms,
): GuaranteeTerms | undefined {
  if (record === undefined) return undefined;
  const none = asPrice(0n);
  return { premium: priceOf(record.Premium, terms) ?? none, distance: priceOf(record.Distance, terms) ?? none };
}

/** Reads tiers of leverage of a record; undefined for none. */
export function tiersOf(
  records: readonly { readonly From: string; readonly Leverage: number }[] | undefined,
): readonly LeverageTier[] | undefined {
  return records?.map(({ From, Leverage }) => ({ from: moneyOf(From), leverage: Leverage }));
}

function required<T>(value: T | undefined, text: string): T {
  if (value === undefined) throw new RangeError(`not a figure of a record: ${JSON.stringify(text)}`);
  return value;
}
