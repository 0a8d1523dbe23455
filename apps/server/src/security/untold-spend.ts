import { HOUR_MS } from '@fairlot/domain';

/** Tokens of a key that are told together: this part of the amount at once, and at least one. */
const QUIET_PART = 1 / 8;
/** Tokens that refill at this part of the rate are never told. */
const LEAK_PART = 1 / 32;
/** Other processes can charge a key to at most this many times its amount at once below zero. */
const DEBT_BURSTS = 8;

export type BudgetKey = string | number;

/** The amount of a budget: `perSecond` tokens a second on average, at most `burst` at once. A rate of 0 allows everything. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Takes tokens of a key that another process has given. False: this process has no such key. */
export type Charge = (key: BudgetKey, amount: number) => boolean;

/** Tells the other processes of a spend soon. False: too many wait, so the next token of its key offers it again. */
export type Offer = (spend: Pick<UntoldSpend, 'key' | 'drain'>) => boolean;

/** Joins a budget with the budget of the same name in the other processes of the installation. */
export type ShareBudget = (charge: Charge) => Offer;

/** The part of a key's spends that is never told. */
export interface Quiet {
  readonly amount: number;
  readonly perMs: number;
}

/** The quiet part of a key that takes a token of each of some budgets. Those with a rate of 0 are left out. */
export function quietOf(...rates: readonly Rate[]): Quiet {
  const limited = rates.filter(({ perSecond }) => perSecond > 0);
  return {
    amount: Math.max(1, Math.min(...limited.map(({ burst }) => burst)) * QUIET_PART),
    perMs: (Math.min(...limited.map(({ perSecond }) => perSecond)) * LEAK_PART) / 1000,
  };
}

/** How far below zero other processes can charge a key: a flood of messages locks nobody out for longer than `longestMs`. */
export function mostDebtOf({ perSecond, burst }: Rate, longestMs: number = HOUR_MS): number {
  return Math.min(burst * DEBT_BURSTS, (perSecond * longestMs) / 1000);
}

/** Tokens of one key that this process has given and the other processes do not know of. */
export class UntoldSpend {
  readonly key: BudgetKey;
  readonly #quiet: Quiet;
  readonly #offer: Offer;
  /** Below zero after tokens came back that had been told. Later tokens are told that much less. */
  #amount = 0;
  #at: number;
  #isOffered = false;

  constructor(key: BudgetKey, quiet: Quiet, offer: Offer, now: number) {
    this.key = key;
    this.#quiet = quiet;
    this.#offer = offer;
    this.#at = now;
  }

  add(now: number): void {
    const { amount, perMs } = this.#quiet;
    // A clock that steps back must not add to what is told.
    if (this.#amount > 0) this.#amount = Math.max(0, this.#amount - Math.max(0, now - this.#at) * perMs);
    this.#at = now;
    this.#amount += 1;
    if (this.#amount >= amount && !this.#isOffered) this.#isOffered = this.#offer(this);
  }

  giveBack(): void {
    this.#amount -= 1;
  }

  /** Takes the whole tokens to tell. 0: so many have come back that nothing need be told. */
  drain(): number {
    this.#isOffered = false;
    if (this.#amount < this.#quiet.amount) return 0;
    const whole = Math.floor(this.#amount);
    this.#amount -= whole;
    return whole;
  }
}
