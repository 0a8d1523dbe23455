import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Turns } from './turns.ts';

/** OWASP's second choice for argon2id, the library's own kind: 19 MiB, two passes, one lane; about 8 ms of one core. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/** At once: 40 MiB of memory, and cores left for the market. */
const AT_ONCE = 2;
/** Waiting beyond this would take longer than anybody waits. */
const MOST_WAITING = 200;

/** Hashes and checks passwords, a few at a time. */
export class Passwords {
  private readonly turns = new Turns(AT_ONCE, MOST_WAITING);
  /** The hash that is checked for accounts that don't exist, so that they take as long as those that do. */
  private readonly nobodys: Promise<string>;

  constructor() {
    this.nobodys = hash(randomBytes(32), COST);
  }

  /** The hash to keep of a password. Throws TooBusyError. */
  hash(password: string): Promise<string> {
    return this.turns.run(() => hash(normal(password), COST));
  }

  /** Whether a password is the one that was hashed. Without a hash: false, after the same time. Throws TooBusyError. */
  matches(stored: string | null | undefined, password: string): Promise<boolean> {
    return this.turns.run(async () => {
      const fits = await verify(stored ?? (await this.nobodys), normal(password), COST);
      return fits && stored !== null && stored !== undefined;
    });
  }
}

/** The same characters, however the device composes them. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
