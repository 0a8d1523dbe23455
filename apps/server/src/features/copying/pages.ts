import { MAX_CURVE_DAYS, type OutputOf, type copyingCalls } from '@fairlot/contract';
import {
  DAY_MS,
  type Money,
  RATE_SCALE,
  type Rate,
  ZERO,
  asMoney,
  divide,
  formatMoney,
  formatRate,
  minus,
  plus,
  pow10,
} from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { LanguageCode } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { MarketData } from '../../market/port.ts';
import { yieldToEventLoop } from '../../platform/pause.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { Leader } from './copy-row.ts';
import { floatingOf } from './held.ts';
import type { CopyLeaders } from './leaders.ts';
import { presentLeader } from './leader-presenter.ts';
import { percentText } from './presenter.ts';
import type { CopyRegistry } from './registry.ts';

export type WireLeader = OutputOf<typeof copyingCalls.followTrader>;

/** The deeds of a leader's account, as the ranking measures them. */
export interface LeaderRecord {
  /** Epoch milliseconds of the first money. */
  readonly since: number;
  /** Growth at the end of each day; the last point is now. */
  readonly curve: readonly { readonly day: number; readonly growth: Rate }[];
  readonly instruments: readonly {
    readonly instrument: number;
    readonly trades: number;
    readonly wins: number;
    readonly result: Money;
  }[];
  /** Mean milliseconds. */
  readonly holding: number | undefined;
  readonly leverage: Rate | undefined;
}

export interface PagesDeps {
  readonly db: Kysely<Tables>;
  readonly registry: CopyRegistry;
  readonly leaders: CopyLeaders;
  readonly trading: TradingHost;
  readonly market: MarketData;
  /** Undefined for an account that can't be measured now. */
  readonly recordOf: (account: AccountId, days: number) => Promise<LeaderRecord | undefined>;
  readonly mostFee: () => number;
}

type Statistics = Omit<WireLeader, 'user' | 'copy_id'>;

/** Statistics are computed again after this time. */
const LIFE_MS = 10_000;
/** Leaders whose statistics are kept. */
const MOST_KEPT = 500;
const SLICE = 200;
const ONE = pow10(RATE_SCALE);

/** The pages of leaders. The statistics are the same for all readers, and are kept for some seconds. */
export class LeaderPages {
  readonly #deps: PagesDeps;
  readonly #kept = new Map<AccountId, { readonly at: number; readonly value: Promise<Statistics> }>();

  constructor(deps: PagesDeps) {
    this.#deps = deps;
  }

  async page(leader: Leader, language: LanguageCode, copy: number | undefined): Promise<WireLeader> {
    return { user: presentLeader(leader, language), ...(await this.#statistics(leader)), copy_id: copy ?? null };
  }

  #statistics(leader: Leader): Promise<Statistics> {
    const kept = this.#kept.get(leader.account);
    const now = performance.now();
    if (kept !== undefined && now - kept.at < LIFE_MS) return kept.value;
    const value = this.#read(leader);
    this.#kept.delete(leader.account);
    this.#kept.set(leader.account, { at: now, value });
    value.catch(() => this.#kept.delete(leader.account));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return value;
  }

  async #read(leader: Leader): Promise<Statistics> {
    const { leaders, market, mostFee, recordOf } = this.#deps;
    const [record, terms, following, result] = await Promise.all([
      recordOf(leader.account, MAX_CURVE_DAYS),
      leaders.termsOf(leader),
      leaders.following(leader.account),
      this.#followersResult(leader.account),
    ]);
    const curve = record?.curve ?? [];
    const instruments = record?.instruments ?? [];
    const trades = instruments.reduce((sum, one) => sum + one.trades, 0);
    const wins = instruments.reduce((sum, one) => sum + one.wins, 0);
    const worst = worstDay(curve);
    return {
      accepts: terms.accepts ? 1 : 0,
      fee_percent: Math.min(terms.feePercent, mostFee()),
      since: new Date(record?.since ?? market.now()).toISOString(),
      curve: curve.map(({ day, growth }) => ({ day: dayText(day), growth: percentText(growth) })),
      drawdown: curve.length === 0 ? null : percentText(drawdown(curve)),
      worst_day: worst === undefined ? null : { day: dayText(worst.day), growth: percentText(worst.growth) },
      trades,
      win: share(wins, trades),
      instruments: instruments.map((one) => ({
        code: market.instrument(one.instrument)?.displayCode ?? `#${one.instrument}`,
        trades: one.trades,
        result: formatMoney(one.result),
      })),
      holding: record?.holding === undefined ? null : Math.round(record.holding / 1000),
      leverage: record?.leverage === undefined ? null : formatRate(record.leverage, 2),
      followers: following.followers,
      allocated: formatMoney(asMoney(following.allocated)),
      followers_result: formatMoney(result.sum),
      followers_copies: result.copies,
      followers_win: share(result.wins, result.copies),
    };
  }

  /** The sum that all copies of a leader have earned so far, fees paid and open positions included. */
  async #followersResult(
    leader: AccountId,
  ): Promise<{ readonly sum: Money; readonly copies: number; readonly wins: number }> {
    const { db, registry, trading } = this.#deps;
    const rows = await db
      .selectFrom('copies')
      .select(['id', 'user_id', 'state', 'realised', 'fees'])
      .where('leader_id', '=', BigInt(leader))
      .execute();
    let [sum, wins, seen] = [ZERO, 0, 0];
    for (const { id, user_id: copier, state, realised, fees } of rows) {
      const view = state === 'ended' ? undefined : trading.account(Number(copier));
      const floating =
        view === undefined || view === 'uncommitted' ? ZERO : floatingOf(registry, { id: Number(id) }, view);
      const net = plus(minus(asMoney(realised), asMoney(fees)), floating);
      sum = plus(sum, net);
      if (net > 0n) wins += 1;
      seen += 1;
      if (seen % SLICE === 0) await yieldToEventLoop();
    }
    return { sum, copies: rows.length, wins };
  }
}

type Curve = LeaderRecord['curve'];

/** The largest fall from the highest point so far, as a share. The curve begins at no growth. */
export function drawdown(curve: Curve): bigint {
  let [peak, most] = [ONE, 0n];
  for (const { growth } of curve) {
    const level = ONE + growth;
    if (level > peak) peak = level;
    const fall = divide((peak - level) * ONE, peak, 'halfEven');
    if (fall > most) most = fall;
  }
  return most;
}

/** The day with the lowest growth. */
export function worstDay(curve: Curve): Curve[number] | undefined {
  let before = ONE;
  let worst: Curve[number] | undefined;
  for (const { day, growth } of curve) {
    const level = ONE + growth;
    const change = before === 0n ? 0n : divide((level - before) * ONE, before, 'halfEven');
    if (worst === undefined || change < worst.growth) worst = { day, growth: change as Rate };
    before = level;
  }
  return worst;
}

function share(part: number, whole: number): string | null {
  return whole === 0 ? null : percentText(divide(BigInt(part) * ONE, BigInt(whole), 'halfEven'));
}

function dayText(time: number): string {
  return new Date(time - (time % DAY_MS)).toISOString().slice(0, 10);
}
