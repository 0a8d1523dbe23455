import { setImmediate as nextTurn } from 'node:timers/promises';
import { PERIOD_MS, asMoney } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { BalancePoint, HeldPosition, Holdings } from './holdings.ts';
import { PastPrices, instrumentsOf, valueAt } from './past-market.ts';
import type { PriceView, StatementMarket } from './past-market.ts';
import type { Span } from './period.ts';

const HOUR_MS = PERIOD_MS['60min'];
const DAY_MS = PERIOD_MS['1day'];
/** Up to this many days, marks are hours. */
const HOURLY_DAYS = 3;
/** Most marks of days, and most moments of the balance. */
const MOST_MARKS = 366;
const MOST_BALANCES = 400;
/** An account that held more positions over its marks than this shows its balance alone. */
const MOST_POSITIONS = 5000;

/** Money and worth at a mark. */
export interface EquityPoint {
  readonly time: number;
  readonly balance: Money;
  /** Undefined where a price is not on record. */
  readonly equity: Money | undefined;
}

export interface Moments {
  readonly openedAt: number;
  readonly now: number;
}

export interface CurveData {
  readonly step: number;
  readonly balances: readonly BalancePoint[];
  readonly marks: readonly number[];
  /** Undefined when there are too many to be valued. */
  readonly positions: readonly HeldPosition[] | undefined;
  /** The account's money at each mark. */
  readonly atMarks: readonly Money[];
}

/** When the marks of a curve are: full hours, days or several days of UTC from the beginning to the end of the period, or to now. */
export function marksOf(
  { from, to }: Span,
  { openedAt, now }: Moments,
): { readonly step: number; readonly marks: readonly number[] } {
  const days = Math.ceil((to - from) / DAY_MS);
  const step = days <= HOURLY_DAYS ? HOUR_MS : DAY_MS * Math.ceil(days / MOST_MARKS);
  const marks: number[] = [];
  // Before it was opened there is no account to be worth anything.
  for (let mark = from; mark <= Math.min(to, now); mark += step) if (mark > openedAt) marks.push(mark);
  return { step, marks };
}

export interface CurveInput {
  readonly account: AccountId;
  readonly span: Span;
  readonly moments: Moments;
  /** The account's money when the period began. */
  readonly opening: Money;
}

/** Reads what a curve is made of; for a transaction, with everything else of the statement. */
export async function readCurve(
  holdings: Holdings,
  { account, span, moments, opening }: CurveInput,
): Promise<CurveData> {
  const { step, marks } = marksOf(span, moments);
  const balances = await holdings.balances(account, span, opening, MOST_BALANCES);
  const atMarks = await holdings.moneyAt(account, marks, step < DAY_MS);
  const positions = await holdings.heldAtMarks(account, { ...span, step }, MOST_POSITIONS + 1);
  return { step, balances, marks, atMarks, positions: positions.length > MOST_POSITIONS ? undefined : positions };
}

/**
 * Values the marks with the prices on record. Reads bars, so it comes after the transaction: bars of the past do not change.
 * Orders of others are dealt with between marks: a year of two hundred positions is a second's work.
 */
export async function equityAtMarks(
  market: StatementMarket,
  { step, marks, positions, atMarks }: CurveData,
): Promise<readonly EquityPoint[]> {
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return [];
  const held = positions ?? [];
  const prices = await PastPrices.read(market, instrumentsOf(market, held), {
    period: step < DAY_MS ? '60min' : '1day',
    from: first,
    to: last,
  });
  const points: EquityPoint[] = [];
  for (const [index, mark] of marks.entries()) {
    const balance = atMarks[index] ?? asMoney(0n);
    const open = held.filter(({ openedAt, endedAt }) => openedAt < mark && (endedAt === undefined || endedAt >= mark));
    points.push({
      time: mark,
      balance,
      equity: positions === undefined ? undefined : worth(market, balance, prices.at(mark), open),
    });
    await nextTurn();
  }
  return points;
}

/** Money and floating result of positions; undefined where a price is missing. */
export function worth(
  market: StatementMarket,
  money: Money,
  prices: PriceView,
  positions: readonly HeldPosition[],
): Money | undefined {
  let sum = money as bigint;
  for (const position of positions) {
    const value = valueAt(market, prices, position);
    if (value === undefined) return undefined;
    sum += value.profit;
  }
  return asMoney(sum);
}
