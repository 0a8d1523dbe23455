import type { ownRanking, rankingEntry, SampleStrategy } from '@fairlot/contract';
import type { Money, Rate } from '@fairlot/domain';
import type { z } from 'zod/mini';
import type { CallInput } from '../http/types.ts';
import type { ReadOptions, Reader, RecordPage } from './read.ts';
import { moneyOf, rateOf } from './units.ts';

/** One trader of the ranking. Rates are percentages; null without a basis to compute them. */
export interface RankingEntry {
  /** Position in the current sort order, from 1. */
  readonly rank: number;
  readonly trader: {
    readonly id: number;
    readonly name: string;
    readonly isDemo: boolean;
    /** A sample strategy of the house; null for a trader. */
    readonly strategy: SampleStrategy | null;
  };
  /** Usual leverage, volume-weighted. */
  readonly leverage: Rate | null;
  readonly threeWeekGrowth: Rate;
  readonly threeWeekWinRate: Rate | null;
  readonly threeWeekProfit: Money;
  readonly totalGrowth: Rate;
  /** Closed positions since the account was opened. */
  readonly trades: number;
  /** Displayed codes of the most traded instruments, separated by commas. */
  readonly instruments: string;
}

/** A page of the ranking. `asOf` is the market time of its figures. */
export interface RankingPage extends RecordPage<RankingEntry> {
  readonly asOf: string | null;
}

/** The user's own entry. `hidden`: staff removed the name, for the given reason. */
export interface OwnRanking {
  readonly state: 'none' | 'listed' | 'hidden';
  readonly name: string;
  readonly reason: string;
  readonly entry: RankingEntry | null;
}

export function rankingEntryFrom(record: z.output<typeof rankingEntry>): RankingEntry {
  const { user } = record;
  return {
    rank: record.rank,
    trader: { id: user.id, name: user.name, isDemo: user.is_demo === 1, strategy: user.strategy },
    leverage: record.multiple === null ? null : rateOf(record.multiple),
    threeWeekGrowth: rateOf(record.three_week_rate),
    threeWeekWinRate: record.three_week_win === null ? null : rateOf(record.three_week_win),
    threeWeekProfit: moneyOf(record.three_week_profit),
    totalGrowth: rateOf(record.total_rate),
    trades: record.total_trade_num,
    instruments: record.code,
  };
}

export function ownRankingFrom({ entry, ...own }: z.output<typeof ownRanking>): OwnRanking {
  return { ...own, entry: entry === null ? null : rankingEntryFrom(entry) };
}

export async function readRanking(
  api: Reader,
  asked: CallInput<'followList'>,
  options: ReadOptions,
): Promise<RankingPage> {
  const { data, total, as_of: asOf } = await api.call('followList', asked, options);
  return { items: data.map(rankingEntryFrom), total, asOf };
}

export async function readOwnRanking(api: Reader, options: ReadOptions): Promise<OwnRanking> {
  return ownRankingFrom(await api.call('followMine', {}, options));
}

/** Lists the account under a name; null removes it from the ranking. */
export async function listInRanking(api: Reader, name: string | null, options: ReadOptions): Promise<OwnRanking> {
  return ownRankingFrom(
    await (name === null ? api.call('followLeave', {}, options) : api.call('followJoin', { name }, options)),
  );
}
