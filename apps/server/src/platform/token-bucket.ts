import type { Clock } from './clock.ts';

/** Keys remembered at a time; the one that was used longest ago is forgotten first, which only ever favours its owner. */
const MAX_KEYS = 50_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Lets each key do `perSecond` things a second on average and `burst` at once. */
export class TokenBuckets {
  private readonly buckets = new Map<string | number, Bucket>();
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
    const bucket = this.buckets.get(key) ?? { tokens: this.burst, at: now };
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > MAX_KEYS) this.forgetOldest();
    // A clock that steps back must not take tokens away.
    const elapsedMs = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(this.burst, bucket.tokens + (elapsedMs * this.perSecond) / 1000);
    bucket.at = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  private forgetOldest(): void {
    for (const key of this.buckets.keys()) {
      this.buckets.delete(key);
      return;
    }
  }
}
