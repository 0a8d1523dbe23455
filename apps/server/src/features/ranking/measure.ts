import { RANKING_CODES } from '@fairlot/contract';
import {
  THREE_WEEKS_MS,
  asMoney,
  barStart,
  growthRate,
  growthThrough,
  mostTraded,
  netResult,
  usualLeverage,
  winRate,
} from '@fairlot/domain';
import type { BalanceOperation, InstrumentId, Money, Rate } from '@fairlot/domain';
import type { AccountId, AccountView } from '@fairlot/engine';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';
import { pastWorth } from './past-worth.ts';
import type { PastMarket } from './past-worth.ts';
import type { Records, Trades } from './records.ts';

/** The figures of an account, exact. */
export interface Figures {
  readonly threeWeekRate: Rate;
  readonly threeWeekWin: Rate | undefined;
  readonly threeWeekProfit: Money;
  readonly totalRate: Rate;
  readonly totalTrades: number;
  readonly mostTraded: readonly InstrumentId[];
  readonly multiple: Rate | undefined;
}

/** What is on record of an account, as of the journal row that last changed it. */
export interface History {
  readonly changedBy: number;
  readonly since: number;
  readonly operations: readonly BalanceOperation[];
  /** Worth at `since`; undefined for an account that is younger. */
  readonly start: Money | undefined;
  readonly trades: Trades;
}

/** An account with more balance operations than this is not measured: their exact product would cost more than it tells. */
const MOST_OPERATIONS = 5000;
const TRIES = 3;

export interface MeasureTools {
  readonly records: Records;
  readonly trading: TradingHost;
  readonly market: PastMarket;
}

/** The full minute at which the last 21 × 24 hours began. */
export function windowStart(now: number): number {
  return barStart('1min', now - THREE_WEEKS_MS);
}

/**
 * Reads the history of an account, all of one state: a deposit between two of the readings would look like profit. Undefined
 * when it can't be measured, or changes too fast to be read now.
 */
export async function readHistory(
  { records, trading, market }: MeasureTools,
  account: AccountId,
  now: number,
): Promise<History | undefined> {
  const since = windowStart(now);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = await committedAccount(trading, account);
    if (before === undefined) return undefined;
    const operations = await records.operations(account, MOST_OPERATIONS + 1);
    if (operations === undefined || operations.length > MOST_OPERATIONS) return undefined;
    const trades = await records.trades(account, since);
    const older = operations.some(({ time }) => time <= since);
    const start = older ? await pastWorth(market, await records.holdings(account, since), since) : undefined;
    if (older && start === undefined) return undefined;
    const after = await committedAccount(trading, account);
    if (after?.changedBy === before.changedBy) return { changedBy: before.changedBy, since, operations, start, trades };
  }
  return undefined;
}

/** The figures at this moment, from the history of an account and what it is worth now. */
export function figuresOf({ since, operations, start, trades }: Omit<History, 'changedBy'>, worth: Money): Figures {
  const { volumes, recent } = trades;
  return {
    threeWeekRate: growthRate(
      growthThrough(
        start,
        operations.filter(({ time }) => time > since),
        worth,
      ),
    ),
    threeWeekWin: winRate(recent.wins, recent.closed),
    threeWeekProfit: netResult(recent),
    totalRate: growthRate(growthThrough(undefined, operations, worth)),
    totalTrades: volumes.reduce((sum, { trades: count }) => sum + count, 0),
    mostTraded: mostTraded(volumes, RANKING_CODES),
    multiple: usualLeverage(volumes),
  };
}

/** What an account is worth now, frozen money and floating profit included. */
export function worthOf({ cash, orderReserve, withdrawalHold, standing }: AccountView): Money {
  return asMoney(cash + orderReserve + withdrawalHold + standing.floatingProfit);
}
