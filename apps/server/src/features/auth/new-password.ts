import type { InputOf, authCalls } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { CallContext, UserContext } from '../../http/calls.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../security/passwords.ts';
import { CodeStore } from './code-store.ts';
import { codeRequesterOf } from './codes.ts';
import type { CaptchaAnswer, LoginThrottle } from './login-throttle.ts';
import { cancelOpenRequests } from './open-requests.ts';
import { type Credentials, type User, UserQueries } from './queries.ts';
import type { SessionIssuer } from './session-issuer.ts';
import { SessionQueries } from './session-queries.ts';
import type { SessionStore } from './session-store.ts';
import { type Target, readTarget } from './target.ts';
import type { AccountTerms } from './terms.ts';
import { passwordProblem } from './weak-passwords.ts';

export interface NewPasswordDeps {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly sessions: SessionStore;
  readonly issuer: SessionIssuer;
  readonly throttle: LoginThrottle;
  readonly outbox: Outbox;
  readonly terms: AccountTerms;
  readonly clock: Clock;
}

interface Change {
  /** The password in force; undefined for those who forgot it. */
  readonly old: string | undefined;
  readonly password: string;
  readonly again: string;
  readonly code: string;
  readonly captcha: CaptchaAnswer;
}

/** Sets new passwords, for users who forgot theirs and for users who are signed in. Ends every session of the user. */
export class NewPassword {
  readonly #deps: NewPasswordDeps;

  constructor(deps: NewPasswordDeps) {
    this.#deps = deps;
  }

  /** Sets a password without a session; the verification code proves the user's identity. */
  async forgotten(
    input: InputOf<typeof authCalls.forgetPassword>,
    context: CallContext,
  ): Promise<Answer<Record<string, never>>> {
    if (input.new_password === '' || input.secondary_password === '') return refuse('fill_in_all');
    if (input.account === '') return refuse('please_complete');
    const target = readTarget(input.type, input.account, input.area_id);
    if (!target.ok) return target;
    const change: Change = {
      old: undefined,
      password: input.new_password,
      again: input.secondary_password,
      code: input.auth_code,
      captcha: input,
    };
    const changed = await this.#change(target.data, change, context);
    return changed.ok ? done({}, 'password_changed') : changed;
  }

  /** Changes the password of a signed-in user. Ends all sessions, this one too, and returns the token of a new one. */
  async amend(
    input: InputOf<typeof authCalls.amendPassword>,
    context: UserContext,
  ): Promise<Answer<{ readonly token: string }>> {
    if ([input.old_password, input.new_password, input.secondary_password].includes('')) return refuse('fill_in_all');
    const known = await new UserQueries(this.#deps.db).credentials(context.session.account);
    if (known === undefined) return refuse('session_invalid');
    const change: Change = {
      old: input.old_password,
      password: input.new_password,
      again: input.secondary_password,
      code: input.auth_code,
      captcha: input,
    };
    const changed = await this.#change(ownTarget(known.user), change, context);
    if (!changed.ok) return changed;
    const issued = await this.#deps.issuer.issue(known.user, changed.data, context);
    return issued.ok ? done({ token: issued.data.token }, 'password_changed') : issued;
  }

  /** Returns the hash of the password that is in force afterwards. */
  async #change(
    target: Target,
    { old, password, again, code, captcha }: Change,
    context: CallContext,
  ): Promise<Answer<string>> {
    if (password !== again) return refuse('passwords_not_equal');
    if (code === '') return refuse('please_complete');
    const problem = passwordProblem(password, target.address, this.#deps.terms.siteTitle());
    if (problem !== undefined) return refuse(problem);
    const attempt = this.#deps.throttle.pass(target.address, context.address, captcha);
    if ('ok' in attempt) return attempt;
    const known = await new UserQueries(this.#deps.db).credentials(target);
    if (old !== undefined && !(await this.#isKnown([old, password], known))) return refuse('old_password_wrong');
    const passwordHash = await this.#deps.passwords.hash(password);
    const check = await this.#deps.sessions.endAllWith(
      known?.user.id ?? 0,
      () =>
        this.#deps.db
          .transaction()
          .execute((transaction) => this.#replace(transaction, { target, known, passwordHash, code, context })),
      (result) => result === 'right',
    );
    if (known !== undefined) context.actor.user = known.user.id;
    if (check === 'wrong' || known === undefined) return refuse('code_invalid');
    attempt.succeeded();
    this.#deps.outbox.wake();
    if (check === 'right') return done(passwordHash);
    return (await this.#deps.passwords.matches(known.passwordHash, password))
      ? done(known.passwordHash)
      : refuse('key_reused');
  }

  /** True if one of the passwords is in force: the old one, or the new one when the call is a repeat. */
  async #isKnown(passwords: readonly string[], known: Credentials | undefined): Promise<boolean> {
    for (const each of passwords) if (await this.#deps.passwords.matches(known?.passwordHash, each)) return true;
    return false;
  }

  async #replace(
    transaction: Transaction<Tables>,
    { target, known, passwordHash, code, context }: Replacement,
  ): Promise<'right' | 'repeated' | 'wrong'> {
    const store = new CodeStore(transaction, this.#deps.clock());
    const check = await store.tryCode('reset', target.address, code, codeRequesterOf(context));
    if (check !== 'right' || known === undefined) return check;
    await new UserQueries(transaction).setPassword(known.user.id, passwordHash, new Date(this.#deps.clock()));
    await new SessionQueries(transaction).endAll(known.user.id);
    await cancelOpenRequests(transaction, known.user.id, 'new_password', new Date(this.#deps.clock()));
    await store.dropUnused(target.address);
    await this.#deps.outbox.put(transaction, {
      channel: target.type === 'email' ? 'mail' : 'sms',
      to: target.address,
      template: 'password_changed',
      language: context.language,
    });
    return 'right';
  }
}

interface Replacement {
  readonly target: Target;
  readonly known: Credentials | undefined;
  readonly passwordHash: string;
  readonly code: string;
  readonly context: CallContext;
}

/** The email address or the mobile number of a user. */
function ownTarget({ id, email, mobile }: User): Target {
  if (email !== null) return { type: 'email', address: email };
  if (mobile !== null) return { type: 'mobile', address: mobile };
  throw new Error(`the user ${id} has neither an email address nor a mobile number`);
}
