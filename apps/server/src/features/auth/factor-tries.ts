import { MINUTE_MS } from '@fairlot/domain';
import { addressGroup } from '../../http/addresses.ts';
import { type Answer, refuse } from '../../http/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { Backoff, type BackoffPolicy } from '../../security/backoff.ts';

const AT_NETWORK: BackoffPolicy = { free: 5, firstWaitMs: 30_000, longestWaitMs: 15 * MINUTE_MS };
/** All networks together, because an attacker can change the network with every guess. */
const EVERYWHERE: BackoffPolicy = { ...AT_NETWORK, free: 20 };

/** An admitted try. It counts as wrong until the caller reports that it was right. */
export interface FactorTry {
  succeeded(): void;
}

/**
 * Counts wrong proofs of a user who is past the first check: codes after the right password, and codes and passwords
 * with a session. One instance is shared by everything that accepts them, so that each guess counts everywhere.
 */
export class FactorTries {
  readonly #backoff: Backoff;

  constructor(clock: Clock) {
    this.#backoff = new Backoff(clock);
  }

  /** Admits a try, or refuses it until the wait is over. */
  begin(user: number, address: string): Answer<never> | FactorTry {
    const name = `${user} ${addressGroup(address)}`;
    const everywhere = String(user);
    const waitMs = Math.max(this.#backoff.waitMs(name), this.#backoff.waitMs(everywhere));
    if (waitMs > 0) return refuse('too_many_attempts', { seconds: String(Math.ceil(waitMs / 1000)) });
    this.#backoff.begin(name, AT_NETWORK);
    this.#backoff.begin(everywhere, EVERYWHERE);
    return {
      succeeded: () => {
        this.#backoff.forgive(name);
        this.#backoff.takeBack(everywhere);
      },
    };
  }
}
