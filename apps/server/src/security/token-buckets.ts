import type { Clock } from '../platform/clock.ts';
import { RecentMap } from '../platform/recent-map.ts';

/** Minimum number of remembered keys. The least recently used are evicted first, which only favours their owners. */
const REMEMBERED = 50_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket per key: `perSecond` tokens a second on average, at most `burst` at once. */
export class TokenBuckets {
  readonly #buckets = new RecentMap<string | number, Bucket>(REMEMBERED);
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;

  /** A rate of 0 allows everything. */
  constructor(perSecond: number, burst: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#clock = clock;
  }

  /** Takes a token of the key; false when none is left. */
  take(key: string | number): boolean {
    if (this.#perSecond === 0) return true;
    const now = this.#clock();
    const bucket = this.#buckets.get(key) ?? this.#create(key, now);
    // A clock that steps back must not remove tokens.
    const elapsedMs = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (elapsedMs * this.#perSecond) / 1000);
    bucket.at = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  #create(key: string | number, now: number): Bucket {
    const bucket = { tokens: this.#burst, at: now };
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
