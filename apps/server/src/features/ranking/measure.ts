import { RANKING_CODES } from '@fairlot/contract';
import {
  type InstrumentId,
  type Money,
  type Rate,
  THREE_WEEKS_MS,
  asMoney,
  barStart,
  type BalanceOperation,
  type GrowthSoFar,
  growthFurther,
  growthRate,
  growthSoFar,
  growthTo,
  mostTraded,
  netResult,
  usualLeverage,
  winRate,
} from '@fairlot/domain';
import type { AccountId, AccountView } from '@fairlot/engine';
import { yieldToEventLoop } from '../../platform/pause.ts';
import type { TradingHost } from '../../trading/port.ts';
import { readUnchanged } from '../../trading/unchanged-account.ts';
import { type PastMarket, pastWorth } from './past-worth.ts';
import type { Records, Trades } from './records.ts';

/** The exact ranking figures of an account. */
export interface Figures {
  readonly threeWeekRate: Rate;
  readonly threeWeekWin: Rate | undefined;
  readonly threeWeekProfit: Money;
  readonly totalRate: Rate;
  readonly totalTrades: number;
  readonly mostTraded: readonly InstrumentId[];
  readonly multiple: Rate | undefined;
}

/** The records of an account, as of the journal row that last changed it. */
export interface History {
  readonly changedBy: number;
  readonly since: number;
  /** Growth since `since`, and since the opening, up to the last balance operation. */
  readonly recent: GrowthSoFar;
  readonly total: GrowthSoFar;
  /** The number of balance operations in `total`. */
  readonly operations: number;
  readonly trades: Trades;
}

/** Accounts with more balance operations are not measured, because reading them every minute would be too expensive. */
const MOST_OPERATIONS = 5000;

export interface MeasureDeps {
  readonly records: Records;
  readonly trading: TradingHost;
  readonly market: PastMarket;
}

/** The full minute at which the window of 21 × 24 hours begins. */
export function windowStart(now: number): number {
  return barStart('1min', now - THREE_WEEKS_MS);
}

/**
 * Reads the history of an account in one state. Returns undefined when the account can't be measured, or goes on
 * changing. `known` is an earlier history of the account.
 */
export async function readHistory(
  { records, trading, market }: MeasureDeps,
  account: AccountId,
  now: number,
  known?: History,
): Promise<History | undefined> {
  const since = windowStart(now);
  return readUnchanged(trading, account, async ({ changedBy }) => {
    const operations = await records.operations(account, MOST_OPERATIONS + 1);
    if (operations === undefined || operations.length > MOST_OPERATIONS) return undefined;
    const trades = await records.trades(account, since);
    const older = operations.some(({ time }) => time <= since);
    const start = older ? await pastWorth(market, await records.holdings(account, since), since) : undefined;
    if (older && start === undefined) return undefined;
    const recent = growthSoFar(
      start,
      operations.filter(({ time }) => time > since),
    );
    // Thousands of operations are some milliseconds of multiplication.
    await yieldToEventLoop();
    const total = extended(known, operations);
    return { changedBy, since, recent, total, operations: operations.length, trades };
  });
}

/** Growth through all operations. Only those that are new are multiplied, because operations are never changed. */
function extended(known: History | undefined, operations: readonly BalanceOperation[]): GrowthSoFar {
  return known === undefined
    ? growthSoFar(undefined, operations)
    : growthFurther(known.total, operations.slice(known.operations));
}

/** Computes the current figures from an account's history and its equity. */
export function figuresOf(
  { recent, total, trades }: Pick<History, 'recent' | 'total' | 'trades'>,
  worth: Money,
): Figures {
  const { volumes, recent: closed } = trades;
  return {
    threeWeekRate: growthRate(growthTo(recent, worth)),
    threeWeekWin: winRate(closed.wins, closed.closed),
    threeWeekProfit: netResult(closed),
    totalRate: growthRate(growthTo(total, worth)),
    totalTrades: volumes.reduce((sum, { trades: count }) => sum + count, 0),
    mostTraded: mostTraded(volumes, RANKING_CODES),
    multiple: usualLeverage(volumes),
  };
}

/** An account's total value: all its money, frozen money included, and its floating profit. */
export function worthOf({ cash, orderReserve, withdrawalHold, standing }: AccountView): Money {
  return asMoney(cash + orderReserve + withdrawalHold + standing.floatingProfit);
}
