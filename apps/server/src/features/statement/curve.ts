import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, type Money, ZERO, asMoney, minus } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { BalancePoint, HeldPosition, Holdings } from './holdings.ts';
import { PastPrices, type PriceView, type StatementMarket, instrumentsOf, valueAt } from './past-market.ts';
import type { Span } from './period.ts';

/** Periods of up to this many days have hourly marks. */
const HOURLY_DAYS = 3;
/** Maximum numbers of daily marks and of balance points. */
const MOST_MARKS = 366;
const MOST_BALANCES = 400;
/** Above this number of positions the curve shows the balance without equity. */
const MOST_POSITIONS = 5000;

/** Balance and equity at a mark. */
export interface EquityPoint {
  readonly time: number;
  readonly balance: Money;
  /** Undefined when a price is not recorded. */
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
  /** Undefined when there are too many to value. */
  readonly positions: readonly HeldPosition[] | undefined;
  /** The account's money at each mark, and the part of it that was held for withdrawals, which is no equity. */
  readonly atMarks: readonly Money[];
  readonly withheld: readonly Money[];
}

/** Computes the marks of a curve: full UTC hours, days, or multiples of days, up to the end of the period or now. */
export function marksOf(
  { from, to }: Span,
  { openedAt, now }: Moments,
): { readonly step: number; readonly marks: readonly number[] } {
  const days = Math.ceil((to - from) / DAY_MS);
  const step = days <= HOURLY_DAYS ? HOUR_MS : DAY_MS * Math.ceil(days / MOST_MARKS);
  const marks: number[] = [];
  // The account has no equity before it was opened.
  for (let mark = from; mark <= Math.min(to, now); mark += step) if (mark > openedAt) marks.push(mark);
  return { step, marks };
}

export interface CurveInput {
  readonly account: AccountId;
  readonly span: Span;
  readonly moments: Moments;
  /** The account's money at the start of the period. */
  readonly opening: Money;
}

/** Reads the data of a curve. Must run in the transaction that reads the rest of the statement. */
export async function readCurve(
  holdings: Holdings,
  { account, span, moments, opening }: CurveInput,
): Promise<CurveData> {
  const { step, marks } = marksOf(span, moments);
  const balances = await holdings.balances(account, span, opening, MOST_BALANCES);
  const atMarks = await holdings.moneyAt(account, marks, step < DAY_MS);
  const withheld = await holdings.withheldAt(account, marks);
  const positions = await holdings.heldAtMarks(account, { ...span, step }, MOST_POSITIONS + 1);
  return {
    step,
    balances,
    marks,
    atMarks,
    withheld,
    positions: positions.length > MOST_POSITIONS ? undefined : positions,
  };
}

/**
 * Values the marks with recorded prices. Runs after the transaction, because past bars don't change. Yields to the
 * event loop between marks: a year with two hundred positions takes about a second.
 */
export async function equityAtMarks(
  market: StatementMarket,
  { step, marks, positions, atMarks, withheld }: CurveData,
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
    const balance = atMarks[index] ?? ZERO;
    const own = minus(balance, withheld[index] ?? ZERO);
    const open = held.filter(({ openedAt, endedAt }) => openedAt < mark && (endedAt === undefined || endedAt >= mark));
    points.push({
      time: mark,
      balance,
      equity: positions === undefined ? undefined : worth(market, own, prices.at(mark), open),
    });
    await nextTurn();
  }
  return points;
}

/** Money plus the floating result of positions; undefined when a price is missing. */
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
