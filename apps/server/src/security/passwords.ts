import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts';

/**
 * OWASP's second choice for argon2id, the library's default algorithm: 19 MiB, two passes, one lane; about 8 ms of one
 * core.
 */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/** The start of a hash with today's cost. */
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
/** Concurrent checks: 40 MiB of memory, and cores left for the market. */
const AT_ONCE = 2;
/** Maximum queue. Waiting behind more would take too long. */
const MOST_WAITING = 200;

/** Hashes and checks passwords, a few at a time. */
export class Passwords {
  readonly #limit = new ConcurrencyLimit(AT_ONCE, MOST_WAITING);
  /** Hash that is checked for accounts that don't exist, so that the answer takes as long as for existing ones. */
  readonly #dummyHash: Promise<string>;

  constructor() {
    this.#dummyHash = hash(randomBytes(32), COST);
  }

  /** The hash of a password for storage. Throws OverloadedError. */
  hash(password: string): Promise<string> {
    return this.#limit.run(() => hash(normal(password), COST));
  }

  /**
   * True when a password matches the stored hash. Without a hash, returns false after the same time. Throws
   * OverloadedError.
   */
  matches(stored: string | null | undefined, password: string): Promise<boolean> {
    return this.#limit.run(async () => {
      const fits = await verify(stored ?? (await this.#dummyHash), normal(password), COST);
      return fits && stored !== null && stored !== undefined;
    });
  }
}

/** True if a stored hash has another cost than new ones. The next sign-in replaces it. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

/** Normalises a password, because devices compose characters differently. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
