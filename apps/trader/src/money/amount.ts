import { formatMoneyText, readFigure } from '@fairlot/client';
import { formatMoney, parseMoney } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';

/** What an amount may be, in dollars as the server writes them. */
export interface Bounds {
  readonly least: string;
  readonly most: string;
  /** What can be withdrawn; absent for deposits. */
  readonly available?: string;
}

/** Why an amount can't be taken: a key of the catalogue with its figures. */
export type AmountProblem =
  | { readonly key: 'money.enterAmount' | 'money.plainAmount' }
  | { readonly key: 'draw.belowMinimum'; readonly least: string }
  | { readonly key: 'draw.aboveMaximum'; readonly most: string }
  | { readonly key: 'draw.aboveBalance'; readonly available: string };

/** Dollars and cents that somebody typed; undefined when that is no such amount above zero. */
export function readDollars(typed: string): Money | undefined {
  const figure = readFigure(typed);
  const amount = figure === undefined || !/^\d+(\.\d{1,2})?$/.test(figure) ? undefined : parseMoney(figure);
  return amount === undefined || amount === 0n ? undefined : amount;
}

/** The first thing that is wrong with an amount. */
export function amountProblem(typed: string, { least, most, available }: Bounds): AmountProblem | undefined {
  const amount = readDollars(typed);
  // A mark between thousands is one before decimals elsewhere: what could be either is not guessed at.
  if (amount === undefined)
    return { key: typed.trim() === '' || Number(readFigure(typed)) === 0 ? 'money.enterAmount' : 'money.plainAmount' };
  if (amount < known(least)) return { key: 'draw.belowMinimum', least: formatMoneyText(least) };
  if (amount > known(most)) return { key: 'draw.aboveMaximum', most: formatMoneyText(most) };
  if (available !== undefined && amount > known(available))
    return { key: 'draw.aboveBalance', available: formatMoneyText(wholeCents(available)) };
  return undefined;
}

/** Dollars without what is less than a cent: nobody can ask for more than there is. */
export function wholeCents(value: string): string {
  const amount = known(value);
  return formatMoney((amount - (amount % 10_000n)) as Money, 2);
}

function known(value: string): Money {
  const amount = parseMoney(value);
  if (amount === undefined) throw new RangeError(`the server wrote no sum of money: ${value}`);
  return amount;
}
