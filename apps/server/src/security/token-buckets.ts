import type { Clock } from '../platform/clock.ts';
import { RecentMap } from '../platform/recent-map.ts';
import {
  type BudgetKey,
  type Offer,
  type Quiet,
  type Rate,
  type ShareBudget,
  UntoldSpend,
  mostDebtOf,
  quietOf,
} from './untold-spend.ts';

/** Minimum number of remembered keys. The least recently used are evicted first, which only favours their owners. */
const REMEMBERED = 50_000;

/** The tokens of one key. */
export class Bucket {
  readonly #rate: Rate;
  /** Absent: no other process has this budget. */
  readonly #untold: UntoldSpend | undefined;
  #tokens: number;
  #at: number;

  constructor(rate: Rate, now: number, untold?: UntoldSpend) {
    this.#rate = rate;
    this.#untold = untold;
    this.#tokens = rate.burst;
    this.#at = now;
  }

  /** True when a token is left. */
  has(now: number): boolean {
    if (this.#rate.perSecond === 0) return true;
    this.#refill(now);
    return this.#tokens >= 1;
  }

  /** Takes the token that `has` found. */
  take(now: number): void {
    this.#tokens -= 1;
    this.#untold?.add(now);
  }

  /** Returns a token that was taken. */
  giveBack(): void {
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + 1);
    this.#untold?.giveBack();
  }

  /** Takes tokens that another process has given, which may leave less than none. */
  charge(amount: number, mostDebt: number, now: number): void {
    if (this.#rate.perSecond === 0) return;
    this.#refill(now);
    this.#tokens = Math.max(-mostDebt, this.#tokens - amount);
  }

  #refill(now: number): void {
    const { perSecond, burst } = this.#rate;
    // A clock that steps back must not remove tokens.
    const elapsedMs = Math.max(0, now - this.#at);
    this.#tokens = Math.min(burst, this.#tokens + (elapsedMs * perSecond) / 1000);
    this.#at = now;
  }
}

/** How a budget is shared with the other processes of an installation. */
export interface Sharing {
  readonly share: ShareBudget;
  /** Longest time that tokens given elsewhere keep a key waiting: an hour. */
  readonly longestDebtMs?: number;
}

/**
 * A token bucket per key: `perSecond` tokens a second on average, at most `burst` at once.
 *
 * In N processes that share it, a key gets in any T seconds at most
 *
 *     burst + perSecond × T + (N − 1) × (burst / 8 + perSecond × T / 32 + burst + perSecond × W)
 *
 * and what lost messages told. An eighth and a thirty-second are never told. W is the time from a token to its charge
 * elsewhere, 250 ms and the way over the bus; the terms after it are for a key that asks all processes within W, others
 * do not get them. The bound holds while no debt is cut off: as long as `(N − 1) × (9 / 8 × burst + perSecond × W)` is
 * not above `mostDebtOf`, with the default rates by second for seven processes. An eighth of less than 8 counts as 1.
 */
export class TokenBuckets {
  readonly #buckets = new RecentMap<BudgetKey, Bucket>(REMEMBERED);
  readonly #rate: Rate;
  readonly #clock: Clock;
  readonly #quiet: Quiet;
  readonly #mostDebt: number;
  readonly #offer: Offer | undefined;

  /** A rate of 0 allows everything. */
  constructor(perSecond: number, burst: number, clock: Clock, sharing?: Sharing) {
    this.#rate = { perSecond, burst };
    this.#clock = clock;
    this.#quiet = quietOf(this.#rate);
    this.#mostDebt = mostDebtOf(this.#rate, sharing?.longestDebtMs);
    this.#offer = sharing?.share((key, amount) => this.#charge(key, amount));
  }

  /** Takes a token of the key; false when none is left. */
  take(key: BudgetKey): boolean {
    if (this.#rate.perSecond === 0) return true;
    const now = this.#clock();
    const bucket = this.#buckets.get(key) ?? this.#create(key, now);
    if (!bucket.has(now)) return false;
    bucket.take(now);
    return true;
  }

  /** Returns a token of the key that was taken in advance. */
  giveBack(key: BudgetKey): void {
    this.#buckets.get(key)?.giveBack();
  }

  #charge(key: BudgetKey, amount: number): boolean {
    if (this.#rate.perSecond === 0) return true;
    const now = this.#clock();
    const bucket = this.#buckets.get(key) ?? this.#create(key, now);
    bucket.charge(amount, this.#mostDebt, now);
    return true;
  }

  #create(key: BudgetKey, now: number): Bucket {
    const untold = this.#offer && new UntoldSpend(key, this.#quiet, this.#offer, now);
    const bucket = new Bucket(this.#rate, now, untold);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
