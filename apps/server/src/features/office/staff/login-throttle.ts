import { MINUTE_MS } from '@fairlot/domain';
import { NetworkBudgets } from '../../../http/network-budgets.ts';
import type { Clock } from '../../../platform/clock.ts';

/** Attempts per network: a burst of ten, then three per minute. Those at a known name are rows of the audit log. */
const TRIES = { perSecond: 3 / 60, burst: 10, perDay: 1000 };
/** After three failures each further answer about a name is delayed twice as long, up to a limit. */
const FREE_FAILURES = 3;
const FIRST_DELAY_MS = 100;
const MOST_DELAY_MS = 1000;
const FORGET_MS = 15 * MINUTE_MS;
const MAX_NAMES = 10_000;
/**
 * Wrong codes after a right password lock the second factor for a while. An attacker needs the password to get there.
 */
const MAX_WRONG_CODES = 5;
const CODES_LOCKED_MS = 5 * MINUTE_MS;

interface Failures {
  count: number;
  at: number;
}

/**
 * Limits attempts to sign in to the office. An attacker without the password can use up the attempts of their own
 * address and delay answers about a name, but can't lock its owner out.
 */
export class StaffLoginThrottle {
  readonly #byAddress: NetworkBudgets<'try'>;
  readonly #byName = new Map<string, Failures>();
  readonly #wrongCodes = new Map<number, Failures>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#byAddress = new NetworkBudgets({ try: TRIES }, clock);
  }

  /** Takes one attempt of an address; false when none is left. */
  take(address: string): boolean {
    return this.#byAddress.take('try', address);
  }

  /** The delay of the next answer about a name, whether it exists or not. */
  delayMs(name: string): number {
    const failures = this.#current(this.#byName.get(name), FORGET_MS);
    return failures < FREE_FAILURES ? 0 : Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES));
  }

  /** Counts a refused sign-in, by a wrong password or a wrong code. */
  failed(name: string): void {
    const count = this.#current(this.#byName.get(name), FORGET_MS) + 1;
    this.#byName.delete(name);
    this.#byName.set(name, { count, at: this.#clock() });
    if (this.#byName.size <= MAX_NAMES) return;
    for (const oldest of this.#byName.keys()) {
      this.#byName.delete(oldest);
      return;
    }
  }

  /** Tells whether the second factor is locked after too many wrong codes. */
  areCodesLocked(staff: number): boolean {
    return this.#current(this.#wrongCodes.get(staff), CODES_LOCKED_MS) >= MAX_WRONG_CODES;
  }

  /** Counts a code as wrong, before it is compared. */
  wrongCode(staff: number): void {
    this.#wrongCodes.set(staff, {
      count: this.#current(this.#wrongCodes.get(staff), CODES_LOCKED_MS) + 1,
      at: this.#clock(),
    });
  }

  /** Takes the last count back. */
  rightCode(staff: number): void {
    const count = this.#current(this.#wrongCodes.get(staff), CODES_LOCKED_MS) - 1;
    if (count > 0) this.#wrongCodes.set(staff, { count, at: this.#clock() });
    else this.#wrongCodes.delete(staff);
  }

  succeeded(name: string, staff: number): void {
    this.#byName.delete(name);
    this.#wrongCodes.delete(staff);
  }

  #current(failures: Failures | undefined, lifeMs: number): number {
    return failures === undefined || this.#clock() - failures.at > lifeMs ? 0 : failures.count;
  }
}
