import type { Clock } from './clock.ts';
import { RecentMap } from './recent-map.ts';

/** Keys remembered at least; those used longest ago are forgotten first, which only ever favours their owners. */
const REMEMBERED = 50_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Lets each key do `perSecond` things a second on average and `burst` at once. */
export class TokenBuckets {
  private readonly buckets = new RecentMap<string | number, Bucket>(REMEMBERED);
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly clock: Clock;

  /** A rate of 0 lets everything through. */
  constructor(perSecond: number, burst: number, clock: Clock) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.clock = clock;
  }

  /** Takes one token of the key; false when none is left. */
  take(key: string | number): boolean {
    if (this.perSecond === 0) return true;
    const now = this.clock();
    const bucket = this.buckets.get(key) ?? this.create(key, now);
    // A clock that steps back must not take tokens away.
    const elapsedMs = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(this.burst, bucket.tokens + (elapsedMs * this.perSecond) / 1000);
    bucket.at = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  private create(key: string | number, now: number): Bucket {
    const bucket = { tokens: this.burst, at: now };
    this.buckets.set(key, bucket);
    return bucket;
  }
}
