import { addressGroup } from '../../../platform/addresses.ts';
import type { Clock } from '../../../platform/clock.ts';
import { TokenBuckets } from '../../../platform/token-bucket.ts';

/** Tries of one address: ten at once, then three a minute. */
const TRIES_AT_ONCE = 10;
const TRIES_PER_SECOND = 3 / 60;
/** From the third failure on, each answer about an account takes twice as long as the one before, up to a limit. */
const FREE_FAILURES = 3;
const FIRST_DELAY_MS = 100;
const MOST_DELAY_MS = 1000;
const FORGET_MS = 15 * 60_000;
const MAX_NAMES = 10_000;
/** Wrong codes after a right password. Only somebody who knows the password gets here. */
const MAX_WRONG_CODES = 5;
const CODES_REST_MS = 5 * 60_000;

interface Failures {
  count: number;
  at: number;
}

/**
 * How often somebody may try to sign in. Strangers can use up their own address's tries and make answers about an account
 * slower, never refuse its owner: nothing that is counted without the password shuts an account.
 */
export class SignInAttempts {
  private readonly byAddress: TokenBuckets;
  private readonly byName = new Map<string, Failures>();
  private readonly wrongCodes = new Map<number, Failures>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
    this.byAddress = new TokenBuckets(TRIES_PER_SECOND, TRIES_AT_ONCE, clock);
  }

  /** Takes one try of an address. */
  take(address: string): boolean {
    return this.byAddress.take(addressGroup(address));
  }

  /** How long the next answer about a name has to take, whether there is such an account or not. */
  delayMs(name: string): number {
    const failures = this.current(this.byName.get(name), FORGET_MS);
    return failures < FREE_FAILURES ? 0 : Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES));
  }

  failed(name: string): void {
    const count = this.current(this.byName.get(name), FORGET_MS) + 1;
    this.byName.delete(name);
    this.byName.set(name, { count, at: this.clock() });
    if (this.byName.size <= MAX_NAMES) return;
    for (const oldest of this.byName.keys()) {
      this.byName.delete(oldest);
      return;
    }
  }

  /** Whether somebody who knows the password has guessed at the code too often. */
  codesRest(staff: number): boolean {
    return this.current(this.wrongCodes.get(staff), CODES_REST_MS) >= MAX_WRONG_CODES;
  }

  wrongCode(staff: number): void {
    this.wrongCodes.set(staff, {
      count: this.current(this.wrongCodes.get(staff), CODES_REST_MS) + 1,
      at: this.clock(),
    });
  }

  succeeded(name: string, staff: number): void {
    this.byName.delete(name);
    this.wrongCodes.delete(staff);
  }

  private current(failures: Failures | undefined, lifeMs: number): number {
    return failures === undefined || this.clock() - failures.at > lifeMs ? 0 : failures.count;
  }
}
