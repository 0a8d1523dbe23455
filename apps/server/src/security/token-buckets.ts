import type { Clock } from '../platform/clock.ts';
import { RecentMap } from '../platform/recent-map.ts';

/** Minimum number of remembered keys. The least recently used are evicted first, which only favours their owners. */
const REMEMBERED = 50_000;

/** `perSecond` tokens a second on average, at most `burst` at once. A rate of 0 allows everything. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The tokens of one key. */
export class Bucket {
  readonly #rate: Rate;
  #tokens: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#at = now;
  }

  /** True when a token is left. */
  has(now: number): boolean {
    const { perSecond, burst } = this.#rate;
    if (perSecond === 0) return true;
    // A clock that steps back must not remove tokens.
    const elapsedMs = Math.max(0, now - this.#at);
    this.#tokens = Math.min(burst, this.#tokens + (elapsedMs * perSecond) / 1000);
    this.#at = now;
    return this.#tokens >= 1;
  }

  /** Takes the token that `has` found. */
  take(): void {
    this.#tokens -= 1;
  }

  /** Returns a token that was taken. */
  giveBack(): void {
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + 1);
  }
}

/** A token bucket per key: `perSecond` tokens a second on average, at most `burst` at once. */
export class TokenBuckets {
  readonly #buckets = new RecentMap<string | number, Bucket>(REMEMBERED);
  readonly #rate: Rate;
  readonly #clock: Clock;

  /** A rate of 0 allows everything. */
  constructor(perSecond: number, burst: number, clock: Clock) {
    this.#rate = { perSecond, burst };
    this.#clock = clock;
  }

  /** Takes a token of the key; false when none is left. */
  take(key: string | number): boolean {
    if (this.#rate.perSecond === 0) return true;
    const now = this.#clock();
    const bucket = this.#buckets.get(key) ?? this.#create(key, now);
    if (!bucket.has(now)) return false;
    bucket.take();
    return true;
  }

  /** Returns a token of the key that was taken in advance. */
  giveBack(key: string | number): void {
    this.#buckets.get(key)?.giveBack();
  }

  #create(key: string | number, now: number): Bucket {
    const bucket = new Bucket(this.#rate, now);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
