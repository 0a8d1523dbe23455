import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { addressGroup } from '../../platform/addresses.ts';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import { Attempts } from '../../platform/attempts.ts';
import type { UserContext } from '../../platform/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { ofUser } from '../../platform/secrets/seal-all.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { acceptedTotpStep, newTotpSecret, totpSecretText, totpUri } from '../../platform/totp.ts';
import { UserQueries } from './queries.ts';
import type { Credentials } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.ts';
import { spendSecondFactor } from './second-factor.ts';
import type { AccountTerms } from './terms.ts';

const PATIENCE = { free: 5, firstWaitMs: 30_000, longestWaitMs: 15 * 60_000 };

export interface AuthenticatorDeps {
  readonly db: Kysely<Tables>;
  readonly users: UserQueries;
  readonly recovery: RecoveryCodes;
  readonly passwords: Passwords;
  readonly terms: AccountTerms;
  readonly secrets: Secrets;
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

  /** Whether it is on, and how many recovery codes are left. */
  async state({
    session: { account },
  }: UserContext): Promise<{ readonly enabled: boolean; readonly recovery_codes_left: number }> {
    const enabled = (await this.deps.users.credentials(account))?.totp.confirmed ?? false;
    return { enabled, recovery_codes_left: enabled ? await this.deps.recovery.left(account) : 0 };
  }

  begin(password: string, context: UserContext): Promise<Answer<{ readonly secret: string; readonly uri: string }>> {
    return this.trying(context, async (known) => {
      if (!(await this.deps.passwords.matches(known.passwordHash, password))) return refuse('login_failed');
      const secret = newTotpSecret();
      // One that is in force has to be given up first.
      if (!(await this.deps.users.beginTotp(known.user.id, this.deps.secrets.seal(secret, ofUser(known.user.id)))))
        return refuse('totp_not_begun');
      const { email, mobile } = known.user;
      return done({
        secret: totpSecretText(secret),
        uri: totpUri(secret, this.deps.terms.siteTitle(), email ?? mobile ?? String(known.user.id)),
      });
    });
  }

  /** The recovery codes are told once: whoever asks again after a lost answer gets none, and can ask for new ones. */
  confirm(code: string, context: UserContext): Promise<Answer<{ readonly recovery_codes: string[] }>> {
    return this.trying(context, async ({ user, totp }) => {
      if (totp.confirmed) return done({ recovery_codes: [] }, 'totp_on');
      if (totp.sealed === null) return refuse('totp_not_begun');
      const step = acceptedTotpStep(
        this.deps.secrets.open(totp.sealed, ofUser(user.id)),
        code,
        this.deps.clock(),
        totp.usedStep,
      );
      if (step === undefined) return refuse('totp_invalid');
      const { sealed } = totp;
      const codes = await this.deps.db
        .transaction()
        .execute(async (transaction) =>
          (await new UserQueries(transaction).confirmTotp(user.id, sealed, step))
            ? new RecoveryCodes(transaction).replace(user.id)
            : undefined,
        );
      return codes === undefined ? refuse('totp_not_begun') : done({ recovery_codes: [...codes] }, 'totp_on');
    });
  }

  /** New recovery codes in place of the earlier ones, with the password and one more code. */
  renewRecovery(
    password: string,
    code: string,
    context: UserContext,
  ): Promise<Answer<{ readonly recovery_codes: string[] }>> {
    return this.trying(context, async (known) => {
      if (!known.totp.confirmed) return refuse('totp_not_begun');
      if (!(await this.deps.passwords.matches(known.passwordHash, password))) return refuse('login_failed');
      if (!(await spendSecondFactor(this.deps, known, code))) return refuse('totp_invalid');
      return done({
        recovery_codes: [
          ...(await this.deps.db
            .transaction()
            .execute((transaction) => new RecoveryCodes(transaction).replace(known.user.id))),
        ],
      });
    });
  }

  remove(password: string, code: string, context: UserContext): Promise<Answer<Record<string, never>>> {
    return this.trying(context, async (known) => {
      const { user, totp, passwordHash } = known;
      if (!totp.confirmed) return done({}, 'totp_off');
      if (!(await this.deps.passwords.matches(passwordHash, password))) return refuse('login_failed');
      if (!(await spendSecondFactor(this.deps, known, code))) return refuse('totp_invalid');
      await this.deps.db.transaction().execute(async (transaction) => {
        await new UserQueries(transaction).removeTotp(user.id);
        await new RecoveryCodes(transaction).drop(user.id);
      });
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
