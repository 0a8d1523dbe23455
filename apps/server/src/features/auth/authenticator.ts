import { addressGroup } from '../../platform/addresses.ts';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import { Attempts } from '../../platform/attempts.ts';
import type { UserContext } from '../../platform/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { acceptedTotpStep, newTotpSecret, totpSecretText, totpUri } from '../../platform/totp.ts';
import type { Credentials, UserQueries } from './queries.ts';
import type { AccountTerms } from './terms.ts';

const PATIENCE = { free: 5, firstWaitMs: 30_000, longestWaitMs: 15 * 60_000 };

export interface AuthenticatorDeps {
  readonly users: UserQueries;
  readonly passwords: Passwords;
  readonly terms: AccountTerms;
  readonly clock: Clock;
}

/** A user's own authenticator: set up with the password and a code, given up with both. */
export class Authenticator {
  private readonly deps: AuthenticatorDeps;
  private readonly attempts: Attempts;

  constructor(deps: AuthenticatorDeps) {
    this.deps = deps;
    this.attempts = new Attempts(deps.clock);
  }

  async isOn(context: UserContext): Promise<boolean> {
    return (await this.deps.users.credentials(context.session.account))?.totp.confirmed ?? false;
  }

  begin(password: string, context: UserContext): Promise<Answer<{ readonly secret: string; readonly uri: string }>> {
    return this.trying(context, async (known) => {
      if (!(await this.deps.passwords.matches(known.passwordHash, password))) return refuse('login_failed');
      const secret = newTotpSecret();
      // One that is in force has to be given up first.
      if (!(await this.deps.users.beginTotp(known.user.id, secret))) return refuse('totp_not_begun');
      const { email, mobile } = known.user;
      return done({ secret: totpSecretText(secret), uri: totpUri(secret, this.deps.terms.siteTitle(), email ?? mobile ?? String(known.user.id)) });
    });
  }

  confirm(code: string, context: UserContext): Promise<Answer<Record<string, never>>> {
    return this.trying(context, async ({ user, totp }) => {
      if (totp.confirmed) return done({}, 'totp_on');
      if (totp.secret === null) return refuse('totp_not_begun');
      const step = acceptedTotpStep(totp.secret, code, this.deps.clock(), totp.usedStep);
      if (step === undefined) return refuse('totp_invalid');
      return await this.deps.users.confirmTotp(user.id, totp.secret, step) ? done({}, 'totp_on') : refuse('totp_not_begun');
    });
  }

  remove(password: string, code: string, context: UserContext): Promise<Answer<Record<string, never>>> {
    return this.trying(context, async ({ user, totp, passwordHash }) => {
      if (!totp.confirmed || totp.secret === null) return done({}, 'totp_off');
      if (!(await this.deps.passwords.matches(passwordHash, password))) return refuse('login_failed');
      const step = acceptedTotpStep(totp.secret, code, this.deps.clock(), totp.usedStep);
      if (step === undefined || !(await this.deps.users.useTotpStep(user.id, step))) return refuse('totp_invalid');
      await this.deps.users.removeTotp(user.id);
      return done({}, 'totp_off');
    });
  }

  /** Slows down guessing by somebody who has got hold of a session. */
  private async trying<T>(context: UserContext, work: (known: Credentials) => Promise<Answer<T>>): Promise<Answer<T>> {
    const name = `${context.session.account} ${addressGroup(context.address)}`;
    const waitMs = this.attempts.waitMs(name);
    if (waitMs > 0) return refuse('too_many_attempts', { seconds: String(Math.ceil(waitMs / 1000)) });
    const known = await this.deps.users.credentials(context.session.account);
    if (known === undefined) return refuse('session_invalid');
    this.attempts.begin(name, PATIENCE);
    const answer = await work(known);
    if (answer.ok) this.attempts.forgive(name);
    return answer;
  }
}
