import { hash, verify } from '@node-rs/argon2';
import { MIN_STAFF_PASSWORD } from '@fairlot/contract';

/** Of OWASP's recommendation for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashes computed at a time, so that a flood of sign-ins leaves the processor to the market. */
const AT_ONCE = 2;
/** Sign-ins that may wait for a hash; more are turned away. */
const MOST_WAITING = 50;

/** Long enough, and still the first that anybody would try. */
const KNOWN = [
  'password', 'passwort', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'administrator', 'changeme', 'letmein', 'welcome', 'iloveyou', 'fairlot', 'office',
  'correcthorsebatterystaple', 'trustno1', 'monkey', 'dragon', 'sunshine', 'princess', 'football', 'abc', 'secret', 'default', 'admin', 'master',
];
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiopasdfghjklzxcvbnm', 'zyxwvutsrqponmlkjihgfedcba', '09876543210'];
/** What has to be left of a password when names, known words, digits at its ends and runs are taken away. */
const LEAST_OWN = 6;

/** Whether a password is one of those that are tried first: known words, the name, runs and repetitions with some digits around. */
export function isEasilyGuessed(password: string, name: string): boolean {
  if (new Set(password).size < 5) return true;
  let rest = password.toLowerCase();
  for (const word of [name, ...name.split(/[@._+-]/), ...KNOWN]) if (word.length >= 3) rest = rest.replaceAll(word, '');
  for (const run of RUNS) for (let length = 8; length >= 4; length -= 1) rest = withoutRuns(rest, run, length);
  rest = rest.replaceAll(/(.{1,4}?)\1{2,}/g, '$1').replaceAll(/[\d\W_]+$|^[\d\W_]+/g, '');
  const half = password.slice(0, Math.floor(password.length / 2));
  return rest.length < LEAST_OWN || (half.length * 2 === password.length && half + half === password && half.length < MIN_STAFF_PASSWORD);
}

function withoutRuns(text: string, run: string, length: number): string {
  let rest = text;
  for (let start = 0; start + length <= run.length; start += 1) rest = rest.replaceAll(run.slice(start, start + length), '');
  return rest;
}

/** Thrown when too many sign-ins wait already. */
export class TooManyHashesError extends Error {}

/** Hashes and checks passwords, a few at a time. */
export class Passwords {
  private running = 0;
  private readonly queue: (() => void)[] = [];
  /** Checked where there is no account, so that the time of an answer does not tell whether there is one. */
  private readonly nobody = hash('nobody has this password', COST);

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, COST));
  }

  /** Whether a password is that of a hash; without a hash it takes as long and is false. */
  matches(stored: string | null, password: string): Promise<boolean> {
    return this.inTurn(async () => {
      const fits = await verify(stored ?? (await this.nobody), password);
      return stored !== null && fits;
    });
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.queue.length >= MOST_WAITING) throw new TooManyHashesError('too many passwords wait to be checked');
      await new Promise<void>((next) => void this.queue.push(next));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
