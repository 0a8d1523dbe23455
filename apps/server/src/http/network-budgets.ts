import type { Clock } from '../platform/clock.ts';
import { RecentMap } from '../platform/recent-map.ts';
import { Bucket } from '../security/token-buckets.ts';
import {
  type BudgetKey,
  type Offer,
  type Rate,
  type ShareBudget,
  UntoldSpend,
  mostDebtOf,
  quietOf,
} from '../security/untold-spend.ts';
import { addressGroup, widerGroup } from './addresses.ts';

/**
 * Minimum number of remembered networks of each width, for all kinds together; at most twice as many. Evicting one takes
 * as many other networks, and only favours its owner.
 */
const REMEMBERED = 50_000;
/** A neighbourhood (IPv4 /24, IPv6 /48) has this many times the budget of one network in it. */
export const NEIGHBOURS = 4;
const DAY_S = 86_400;

/** A budget of one network: a rate, and an amount a day, both of which must allow a call. */
export interface NetworkRate extends Rate {
  /** Tokens a day on average, and at most at once. 0: no limit. */
  readonly perDay: number;
}

/** Joins the budgets of networks, and those of neighbourhoods, with those of the other processes of an installation. */
export interface NetworkSharing {
  readonly near: ShareBudget;
  readonly wide: ShareBudget;
}

/**
 * Budgets of networks by kind of work. All accounts of a network share them, so that many accounts give nobody more. A
 * network is an IPv4 address or an IPv6 /64; its neighbourhood has a budget of its own. Several processes can share them,
 * within the bound of TokenBuckets.
 */
export class NetworkBudgets<Kind extends string> {
  readonly #near: Width;
  readonly #wide: Width;
  readonly #rates: Readonly<Record<Kind, NetworkRate>>;
  readonly #clock: Clock;

  constructor(rates: Readonly<Record<Kind, NetworkRate>>, clock: Clock, sharing?: NetworkSharing) {
    this.#rates = rates;
    this.#clock = clock;
    this.#near = new Width(
      1,
      sharing?.near((key, amount) => this.#charge(this.#near, key, amount)),
    );
    this.#wide = new Width(
      NEIGHBOURS,
      sharing?.wide((key, amount) => this.#charge(this.#wide, key, amount)),
    );
  }

  /** Takes a token of an address's network and of its neighbourhood; false when either has none left. */
  take(kind: Kind, address: string): boolean {
    const rate = this.#rates[kind];
    if (isFree(rate)) return true;
    const now = this.#clock();
    const buckets = [
      ...this.#near.bucketsOf(`${kind} ${addressGroup(address)}`, rate, now),
      ...this.#wide.bucketsOf(`${kind} ${widerGroup(address)}`, rate, now),
    ];
    // A refused call takes nothing: one network can't use up the budget of its neighbours.
    if (!buckets.every((bucket) => bucket.has(now))) return false;
    for (const bucket of buckets) bucket.take(now);
    return true;
  }

  /** Number of remembered budgets. */
  get held(): number {
    return this.#near.held + this.#wide.held;
  }

  #charge(width: Width, key: BudgetKey, amount: number): boolean {
    const [kind = ''] = String(key).split(' ', 1);
    if (!isKindOf(kind, this.#rates)) return false;
    const rate = this.#rates[kind];
    if (!isFree(rate)) width.charge(String(key), rate, amount, this.#clock());
    return true;
  }
}

/** The budgets of all networks of one width. */
class Width {
  readonly #known = new RecentMap<string, readonly Bucket[]>(REMEMBERED);
  readonly #times: number;
  readonly #offer: Offer | undefined;

  /** `times`: how much more than one network they have. */
  constructor(times: number, offer: Offer | undefined) {
    this.#times = times;
    this.#offer = offer;
  }

  get held(): number {
    return this.#known.held;
  }

  /** The buckets by second and by day of a kind and network, of which the first tells for both. */
  bucketsOf(key: string, rate: NetworkRate, now: number): readonly Bucket[] {
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    const [bySecond, byDay] = ratesOf(rate, this.#times);
    const untold = this.#offer && new UntoldSpend(key, quietOf(bySecond, byDay), this.#offer, now);
    const buckets = [new Bucket(bySecond, now, untold), new Bucket(byDay, now)];
    this.#known.set(key, buckets);
    return buckets;
  }

  charge(key: string, rate: NetworkRate, amount: number, now: number): void {
    const rates = ratesOf(rate, this.#times);
    for (const [index, bucket] of this.bucketsOf(key, rate, now).entries())
      bucket.charge(amount, mostDebtOf(rates[index] ?? rates[0]), now);
  }
}

function ratesOf({ perSecond, burst, perDay }: NetworkRate, times: number): readonly [Rate, Rate] {
  return [
    { perSecond: perSecond * times, burst: burst * times },
    { perSecond: (perDay * times) / DAY_S, burst: perDay * times },
  ];
}

function isFree({ perSecond, perDay }: NetworkRate): boolean {
  return perSecond === 0 && perDay === 0;
}

function isKindOf<Kind extends string>(name: string, rates: Readonly<Record<Kind, NetworkRate>>): name is Kind {
  return Object.hasOwn(rates, name);
}
