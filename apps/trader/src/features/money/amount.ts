import { formatMoneyText, readFigure } from '@fairlot/client';
import type { Bounds } from '@fairlot/client';
import { asMoney, formatMoney, parseMoney } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';

/** Bounds of an amount in US dollars. */
export interface AmountLimits extends Bounds {
  /** Amount available for withdrawal; absent for deposits. */
  readonly available?: Money;
}

/** Problem of an amount: a key of the catalogue with its figures. */
export type AmountProblem =
  | { readonly key: 'money.enterAmount' | 'money.plainAmount' }
  | { readonly key: 'draw.belowMinimum'; readonly least: string }
  | { readonly key: 'draw.aboveMaximum'; readonly most: string }
  | { readonly key: 'draw.aboveBalance'; readonly available: string };

/** Parses a typed amount above zero with at most two decimals; undefined if it is not one. */
export function readDollars(typed: string): Money | undefined {
  const figure = readFigure(typed);
  const amount = figure === undefined || !/^\d+(\.\d{1,2})?$/.test(figure) ? undefined : parseMoney(figure);
  return amount === undefined || amount === 0n ? undefined : amount;
}

/** Returns the first problem of an amount; undefined if it is valid. */
export function amountProblem(typed: string, { least, most, available }: AmountLimits): AmountProblem | undefined {
  const amount = readDollars(typed);
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
