import type { Clock } from '../platform/clock.ts';
import { RecentMap } from '../platform/recent-map.ts';
import { Bucket, type Rate } from '../security/token-buckets.ts';
import { addressGroup, widerGroup } from './addresses.ts';

/**
 * Minimum number of remembered networks of each width, for all kinds together; at most twice as many. Evicting one takes
 * as many other networks, and only favours its owner.
 */
const REMEMBERED = 50_000;
/** A neighbourhood (IPv4 /24, IPv6 /48) has this many times the budget of one network in it. */
export const NEIGHBOURS = 4;

/** A budget of one network: a rate, and an amount a day, both of which must allow a call. */
export interface NetworkRate extends Rate {
  /** Tokens a day on average, and at most at once. 0: no limit. */
  readonly perDay: number;
}

/**
 * Budgets of networks by kind of work. All accounts of a network share them, so that many accounts give nobody more. A
 * network is an IPv4 address or an IPv6 /64; its neighbourhood has a budget of its own.
 */
export class NetworkBudgets<Kind extends string> {
  readonly #near = new RecentMap<string, readonly Bucket[]>(REMEMBERED);
  readonly #wide = new RecentMap<string, readonly Bucket[]>(REMEMBERED);
  readonly #rates: Readonly<Record<Kind, NetworkRate>>;
  readonly #clock: Clock;

  constructor(rates: Readonly<Record<Kind, NetworkRate>>, clock: Clock) {
    this.#rates = rates;
    this.#clock = clock;
  }

  /** Takes a token of an address's network and of its neighbourhood; false when either has none left. */
  take(kind: Kind, address: string): boolean {
    const rate = this.#rates[kind];
    if (rate.perSecond === 0 && rate.perDay === 0) return true;
    const now = this.#clock();
    const buckets = [
      ...bucketsOf(this.#near, `${kind} ${addressGroup(address)}`, rate, 1, now),
      ...bucketsOf(this.#wide, `${kind} ${widerGroup(address)}`, rate, NEIGHBOURS, now),
    ];
    // A refused call takes nothing: one network can't use up the budget of its neighbours.
    if (!buckets.every((bucket) => bucket.has(now))) return false;
    for (const bucket of buckets) bucket.take();
    return true;
  }

  /** Number of remembered budgets. */
  get held(): number {
    return this.#near.held + this.#wide.held;
  }
}

function bucketsOf(
  known: RecentMap<string, readonly Bucket[]>,
  key: string,
  { perSecond, burst, perDay }: NetworkRate,
  times: number,
  now: number,
): readonly Bucket[] {
  const found = known.get(key);
  if (found !== undefined) return found;
  const day = { perSecond: (perDay * times) / 86_400, burst: perDay * times };
  const buckets = [new Bucket({ perSecond: perSecond * times, burst: burst * times }, now), new Bucket(day, now)];
  known.set(key, buckets);
  return buckets;
}
