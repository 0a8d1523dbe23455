import { MINUTE_MS } from '@fairlot/domain';
import { addressGroup } from '../../http/addresses.ts';
import { type Answer, refuse } from '../../http/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { Backoff, type BackoffPolicy } from '../../security/backoff.ts';

const FROM_NETWORK: BackoffPolicy = { free: 5, firstWaitMs: 30_000, longestWaitMs: 15 * MINUTE_MS };
/**
 * An attacker can use 65,536 networks of an IPv6 /48, so the account has a limit of its own. Only holders of its
 * password or of its session get this far, so strangers can't use it to keep the owner out.
 */
const FROM_ANYWHERE: BackoffPolicy = { ...FROM_NETWORK, free: 20 };

/** An admitted guess. It counts as wrong until the caller reports that it was right. */
export interface Guess {
  /** Recent wrong guesses of the user from everywhere, with this one. */
  readonly failures: number;
  right(): void;
}

/**
 * Counts wrong guesses of one secret of each user, from each network and from all together. One object serves all calls
 * that take the secret, so that several calls do not give several budgets.
 */
export class GuessThrottle {
  readonly #backoff: Backoff;

  constructor(clock: Clock) {
    this.#backoff = new Backoff(clock);
  }

  /** Admits a guess, or refuses it with the time to wait. Counts it as wrong at once, so that parallel ones count. */
  begin(user: number, address: string): Guess | Answer<never> {
    const [everywhere, here] = [String(user), `${user} ${addressGroup(address)}`];
    const waitMs = Math.max(this.#backoff.waitMs(here), this.#backoff.waitMs(everywhere));
    if (waitMs > 0) return refuse('too_many_attempts', { seconds: String(Math.ceil(waitMs / 1000)) });
    this.#backoff.begin(here, FROM_NETWORK);
    this.#backoff.begin(everywhere, FROM_ANYWHERE);
    return {
      failures: this.#backoff.failures(everywhere),
      right: () => {
        this.#backoff.forgive(here);
        this.#backoff.takeBack(everywhere);
      },
    };
  }
}
