import type { OutputOf, authCalls } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { UserContext } from '../../http/calls.ts';
import type { MailTemplate } from '../../messages/message.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import type { Passwords } from '../../security/passwords.ts';
import { userContext } from '../../security/secrets/sealing-context.ts';
import { acceptedTotpStep, newTotpSecret, totpSecretText, totpUri } from '../../security/totp.ts';
import type { FactorResetRequests } from './factor-reset-requests.ts';
import { FactorResetStore } from './factor-reset-store.ts';
import type { Guess, GuessThrottle } from './guess-throttle.ts';
import { type Credentials, UserQueries, hasSecondFactor, missingFactor } from './queries.ts';
import { RecoveryCodes, dropRecoveryCodes } from './recovery-codes.ts';
import { type CheckedSecondFactorDeps, checkSecondFactor } from './second-factor.ts';
import type { AccountTerms } from './terms.ts';

export interface AuthenticatorDeps extends CheckedSecondFactorDeps {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly terms: AccountTerms;
  /** Shared by all calls of a session that take the password. */
  readonly passwordGuesses: GuessThrottle;
  readonly factorResets: Pick<FactorResetRequests, 'openOf'>;
  readonly notices: UserNotices;
  readonly outbox: Outbox;
}

/** Sets up and removes a user's authenticator. Both require the password and a code. */
export class Authenticator {
  readonly #deps: AuthenticatorDeps;

  constructor(deps: AuthenticatorDeps) {
    this.#deps = deps;
  }

  /** Returns the second factors, the number of unused recovery codes, and an open removal. */
  async state({ session: { account } }: UserContext): Promise<OutputOf<typeof authCalls.totpState>> {
    const known = await this.#deps.users.credentials(account);
    const { enabled, passkeys } = { enabled: known?.totp.confirmed ?? false, passkeys: known?.passkeys ?? 0 };
    if (!enabled && passkeys === 0) return { enabled, passkeys, recovery_codes_left: 0, reset: null };
    const { recovery, factorResets } = this.#deps;
    const left = await recovery.left(account);
    return { enabled, passkeys, recovery_codes_left: left, reset: await factorResets.openOf(account) };
  }

  begin(
    password: string,
    code: string,
    context: UserContext,
  ): Promise<Answer<{ readonly secret: string; readonly uri: string }>> {
    return this.#withPassword(password, context, async (known) => {
      if (known.passkeys > 0 && !known.totp.confirmed) {
        // A stolen session and password must not get a factor of their own next to the owner's.
        if (code === '') return refuse(missingFactor(known));
        const refusal = await checkSecondFactor(this.#deps, known, code, context.address);
        if (refusal !== undefined) return refusal;
      }
      const secret = newTotpSecret();
      // A confirmed authenticator must be removed first.
      if (
        !(await this.#deps.users.beginTotp(known.user.id, this.#deps.secrets.seal(secret, userContext(known.user.id))))
      )
        return refuse('totp_not_begun');
      const { email, mobile } = known.user;
      return done({
        secret: totpSecretText(secret),
        uri: totpUri(secret, this.#deps.terms.siteTitle(), email ?? mobile ?? String(known.user.id)),
      });
    });
  }

  /**
   * Returns the recovery codes once. A repeat under the same idempotency key gets them again for a day; any other call
   * returns none, and the user can create new ones.
   */
  confirm(code: string, context: UserContext): Promise<Answer<{ readonly recovery_codes: string[] }>> {
    return this.#trying(context, async ({ user, totp }) => {
      if (totp.confirmed) return done({ recovery_codes: [] }, 'totp_on');
      if (totp.sealed === null) return refuse('totp_not_begun');
      const step = acceptedTotpStep(
        this.#deps.secrets.open(totp.sealed, userContext(user.id)),
        code,
        this.#deps.clock(),
        totp.usedStep,
      );
      if (step === undefined) return refuse('totp_invalid');
      const { sealed } = totp;
      const codes = await this.#deps.db.transaction().execute(async (transaction) => {
        const users = new UserQueries(transaction);
        if (!(await users.confirmTotp(user.id, sealed, step))) return undefined;
        await users.noteFactorChange(user.id, this.#now());
        await this.#tell(transaction, user.id, 'factor_on', context);
        return new RecoveryCodes(transaction, this.#deps.secrets).replace(user.id);
      });
      this.#deps.outbox.wake();
      return codes === undefined ? refuse('totp_not_begun') : done({ recovery_codes: [...codes] }, 'totp_on');
    });
  }

  /** Replaces the recovery codes by new ones. Requires the password and a code. */
  renewRecovery(
    password: string,
    code: string,
    context: UserContext,
  ): Promise<Answer<{ readonly recovery_codes: string[] }>> {
    return this.#withPassword(password, context, async (known) => {
      if (!hasSecondFactor(known)) return refuse('totp_not_begun');
      const refusal = await checkSecondFactor(this.#deps, known, code, context.address);
      if (refusal !== undefined) return refusal;
      const codes = await this.#deps.db.transaction().execute(async (transaction) => {
        await new UserQueries(transaction).noteFactorChange(known.user.id, this.#now());
        await this.#tell(transaction, known.user.id, 'recovery_codes_renewed', context);
        return new RecoveryCodes(transaction, this.#deps.secrets).replace(known.user.id);
      });
      this.#deps.outbox.wake();
      return done({ recovery_codes: [...codes] });
    });
  }

  remove(password: string, code: string, context: UserContext): Promise<Answer<Record<string, never>>> {
    return this.#withPassword(password, context, async (known) => {
      const { user, totp } = known;
      if (!totp.confirmed) return done({}, 'totp_off');
      const refusal = await checkSecondFactor(this.#deps, known, code, context.address);
      if (refusal !== undefined) return refusal;
      await this.#deps.db.transaction().execute(async (transaction) => {
        const users = new UserQueries(transaction);
        await users.removeTotp(user.id);
        await users.noteFactorChange(user.id, this.#now());
        if (known.passkeys === 0) await dropRecoveryCodes(transaction, user.id);
        await this.#tell(transaction, user.id, 'factor_off', context);
        await new FactorResetStore(transaction).cancel(user.id, 'factor_removed', this.#now());
      });
      this.#deps.outbox.wake();
      return done({}, 'totp_off');
    });
  }

  /** Adds the notice to the transaction of the change. */
  #tell(
    transaction: Transaction<Tables>,
    user: number,
    template: MailTemplate,
    { address }: UserContext,
  ): Promise<void> {
    return this.#deps.notices.put(transaction, { user, template, at: this.#now(), address });
  }

  #now(): Date {
    return new Date(this.#deps.clock());
  }

  #withPassword<T>(
    password: string,
    context: UserContext,
    work: (known: Credentials) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    return this.#trying(context, async (known, guess) => {
      if (!(await this.#deps.passwords.matches(known.passwordHash, password))) return refuse('login_failed');
      // A wrong code after the right password counts among the codes only.
      guess.right();
      return work(known);
    });
  }

  /** Throttles guessing by an attacker who holds a stolen session. */
  async #trying<T>(
    { session, address }: UserContext,
    work: (known: Credentials, guess: Guess) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const known = await this.#deps.users.credentials(session.account);
    if (known === undefined) return refuse('session_invalid');
    const guess = this.#deps.passwordGuesses.begin(session.account, address);
    if ('ok' in guess) return guess;
    const answer = await work(known, guess);
    if (answer.ok) guess.right();
    return answer;
  }
}
