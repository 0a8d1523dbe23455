import { formatMoneyText, readFigure } from '@fairlot/client';
import type { Bounds } from '@fairlot/client';
import { ONE_PER_DOLLAR, asMoney, depositWorth, formatMoney, parseSentAmount } from '@fairlot/domain';
import type { Money, UnitsPerDollar } from '@fairlot/domain';

/** Bounds of an amount in US dollars. */
export interface AmountLimits extends Bounds {
  /** Amount available for withdrawal; absent for deposits. */
  readonly available?: Money;
  /** Units of the typed currency per dollar; absent for dollars. */
  readonly price?: UnitsPerDollar;
}

/** Problem of an amount: a key of the catalogue with its figures. */
export type AmountProblem =
  | { readonly key: 'money.enterAmount' | 'money.plainAmount' }
  | { readonly key: 'draw.belowMinimum'; readonly least: string }
  | { readonly key: 'draw.aboveMaximum'; readonly most: string }
  | { readonly key: 'draw.aboveBalance'; readonly available: string };

/** The dollars of a typed amount above zero with at most two decimals; undefined if it is not one. */
export function readDollars(typed: string, price: UnitsPerDollar = ONE_PER_DOLLAR): Money | undefined {
  const amount = parseSentAmount(readFigure(typed) ?? '');
  return amount === undefined || amount === 0n ? undefined : depositWorth(amount, price);
}

/** Returns the first problem of an amount; undefined if it is valid. */
export function amountProblem(
  typed: string,
  { least, most, available, price }: AmountLimits,
): AmountProblem | undefined {
  const amount = readDollars(typed, price);
  // A thousands separator in one language is a decimal separator in another, so ambiguous input is rejected.
  if (amount === undefined)
    return { key: typed.trim() === '' || Number(readFigure(typed)) === 0 ? 'money.enterAmount' : 'money.plainAmount' };
  if (amount < least) return { key: 'draw.belowMinimum', least: formatMoneyText(least) };
  if (amount > most) return { key: 'draw.aboveMaximum', most: formatMoneyText(most) };
  if (available !== undefined && amount > available)
    return { key: 'draw.aboveBalance', available: formatMoneyText(wholeCents(available)) };
  return undefined;
}

/** Rounds dollars down to whole cents, so that a withdrawal never exceeds the balance. */
export function wholeCents(amount: Money): string {
  return formatMoney(asMoney(amount - (amount % 10_000n)), 2);
}
