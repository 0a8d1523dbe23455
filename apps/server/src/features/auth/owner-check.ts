import { addressGroup } from '../../http/addresses.ts';
import { type Answer, refuse } from '../../http/answer.ts';
import type { UserContext } from '../../http/calls.ts';
import { OneAtATime } from '../../platform/one-at-a-time.ts';
import type { Passwords } from '../../security/passwords.ts';
import type { Session } from '../../security/session.ts';
import type { GuessThrottle } from './guess-throttle.ts';
import { type Credentials, hasSecondFactor, missingFactor } from './queries.ts';
import { type CheckedSecondFactorDeps, checkSecondFactor } from './second-factor.ts';
import type { SessionQueries } from './session-queries.ts';

/** The proof of a call that moves money; fields are empty when they were not sent. */
export interface OwnerProof {
  readonly password: string;
  readonly totp: string;
}

export interface OwnerCheckDeps extends CheckedSecondFactorDeps {
  readonly sessions: SessionQueries;
  readonly passwords: Passwords;
  /** Shared by all calls of a session that take the password. */
  readonly passwordGuesses: GuessThrottle;
}

/** Maximum number of works of one user that wait. */
const MOST_WAITING = 100;

/** Tells the owner of an account from somebody with a stolen session or a stolen password. */
export class OwnerCheck {
  readonly #deps: OwnerCheckDeps;
  readonly #turns = new OneAtATime(MOST_WAITING);

  constructor(deps: OwnerCheckDeps) {
    this.#deps = deps;
  }

  /**
   * Checks a code where the user has a second factor, otherwise the password. Returns a refusal, or undefined when the
   * proof is right. A code is used up.
   */
  async confirm({ session, address }: UserContext, proof: OwnerProof): Promise<Answer<never> | undefined> {
    const known = await this.#deps.users.credentials(session.account);
    if (known === undefined) return refuse('session_invalid');
    if (known.blocked) return refuse('account_blocked');
    const usesCode = hasSecondFactor(known);
    if (usesCode ? proof.totp === '' : proof.password === '')
      return refuse(usesCode ? missingFactor(known) : 'password_required');
    return usesCode
      ? checkSecondFactor(this.#deps, known, proof.totp, address)
      : this.#checkPassword(known, proof.password, address);
  }

  /** Checks the password, and a code where the user has a second factor. Returns a refusal, or undefined. */
  async confirmBoth(context: UserContext, proof: OwnerProof): Promise<Answer<never> | undefined> {
    const known = await this.#deps.users.credentials(context.session.account);
    if (known === undefined) return refuse('session_invalid');
    if (proof.password === '') return refuse('password_required');
    const refusal = await this.#checkPassword(known, proof.password, context.address);
    return refusal ?? (hasSecondFactor(known) || known.blocked ? this.confirm(context, proof) : undefined);
  }

  /** Runs the user's works with proofs one after another. Right proofs sent at once don't count as guesses. */
  inTurn<T>(user: number, work: () => Promise<T>): Promise<T> {
    return this.#turns.run(user, work);
  }

  /**
   * Epoch milliseconds since which password, second factor and device of the session are unchanged. A device is known
   * by an earlier session of the same browser from the same network.
   */
  async unchangedSince({ account, id }: Session): Promise<number> {
    const [changedAt, sessions] = await Promise.all([
      this.#deps.users.credentialsChangedAt(account),
      this.#deps.sessions.ofSameBrowser(account, id),
    ]);
    const own = sessions.find((session) => session.id === id);
    const network = own === undefined ? '' : addressGroup(own.address);
    const known = sessions.filter((session) => session.id === id || addressGroup(session.address) === network);
    const device = Math.min(...known.map(({ createdAt }) => createdAt.getTime()));
    return Math.max(changedAt?.getTime() ?? 0, known.length === 0 ? Number.POSITIVE_INFINITY : device);
  }

  async #checkPassword(known: Credentials, typed: string, address: string): Promise<Answer<never> | undefined> {
    const guess = this.#deps.passwordGuesses.begin(known.user.id, address);
    if ('ok' in guess) return guess;
    if (!(await this.#deps.passwords.matches(known.passwordHash, typed))) return refuse('password_wrong');
    guess.right();
    return undefined;
  }
}
