import type { InputOf, authCalls } from '@fairlot/contract';
import { type Answer, refuse } from '../../http/answer.ts';
import type { CallContext } from '../../http/calls.ts';
import { type Passwords, isOutdatedHash } from '../../security/passwords.ts';
import type { AccountClosing } from './closing.ts';
import type { FactorResetRequests } from './factor-reset-requests.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { type Credentials, hasSecondFactor, missingFactor } from './queries.ts';
import { type CheckedSecondFactorDeps, checkSecondFactor } from './second-factor.ts';
import type { IssuedSession, SessionIssuer } from './session-issuer.ts';
import type { SessionQueries } from './session-queries.ts';
import { type Target, readTarget } from './target.ts';

export interface SignInDeps extends CheckedSecondFactorDeps {
  readonly passwords: Passwords;
  readonly issuer: SessionIssuer;
  readonly throttle: LoginThrottle;
  readonly sessions: Pick<SessionQueries, 'isNewDevice'>;
  readonly closing: Pick<AccountClosing, 'atSignIn'>;
  /** Requests to remove an authenticator; signing in with it cancels them. */
  readonly factorResets: Pick<FactorResetRequests, 'cancel'>;
}

/** Signs users in with a password and, where there is a second factor, a code. */
export class SignIn {
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  async signIn(input: InputOf<typeof authCalls.login>, context: CallContext): Promise<Answer<IssuedSession>> {
    if (input.account === '' || input.password === '') return refuse('please_complete');
    const target = readTarget(input.login_type, input.account, input.area_id);
    // An invalid name is handled like an unknown account.
    const name = target.ok ? target.data.address : input.account.slice(0, 100);
    const attempt = this.#deps.throttle.pass(name, context.address, input);
    if ('ok' in attempt) return attempt;
    const known = await this.#check(target.ok ? target.data : undefined, input.password, context);
    if (known === undefined) {
      context.actor.name = name;
      return refuse('login_failed');
    }
    context.actor.user = known.user.id;
    if (known.blocked) return refuse('account_blocked');
    const refusal = await this.#secondFactor(known, input.totp, context);
    if (refusal !== undefined) {
      attempt.forgotten();
      return refusal;
    }
    attempt.succeeded();
    return this.enter(known, input.reopen, context, () => this.#currentHash(known, input.password));
  }

  /** Opens a session for a user whose password and second factor, or passkey, were right. */
  async enter(
    known: Credentials,
    reopen: boolean,
    context: CallContext,
    passwordHash: () => Promise<string>,
  ): Promise<Answer<IssuedSession>> {
    const closed = await this.#deps.closing.atSignIn(known.user.id, reopen);
    if (closed !== undefined) return closed;
    if (hasSecondFactor(known)) await this.#deps.factorResets.cancel(known.user.id, 'signed_in');
    await this.#deps.users.setLanguage(known.user.id, context.language);
    const issued = await this.#deps.issuer.issue(known.user, await passwordHash(), context);
    if (issued.ok) await this.#noteDevice(issued.data, context);
    return issued;
  }

  /** Tells the owner of a sign-in with a browser and network that no earlier session had. */
  async #noteDevice({ user, session }: IssuedSession, { actor, address }: CallContext): Promise<void> {
    if (!(await this.#deps.sessions.isNewDevice(user.id, session))) return;
    actor.isNewDevice = true;
    await this.#deps.warn(user.id, 'new_device', address);
  }

  /** The stored hash; made again when its cost is not today's. */
  async #currentHash({ user, passwordHash }: Credentials, password: string): Promise<string> {
    if (!isOutdatedHash(passwordHash)) return passwordHash;
    const next = await this.#deps.passwords.hash(password);
    return (await this.#deps.users.replaceHash(user.id, passwordHash, next)) ? next : passwordHash;
  }

  /** Takes the same time whether the account exists or not. */
  async #check(target: Target | undefined, password: string, { actor }: CallContext): Promise<Credentials | undefined> {
    const known = target === undefined ? undefined : await this.#deps.users.credentials(target);
    if (await this.#deps.passwords.matches(known?.passwordHash, password)) return known;
    if (known !== undefined) actor.target = known.user.id;
    return undefined;
  }

  async #secondFactor(known: Credentials, code: string, context: CallContext): Promise<Answer<never> | undefined> {
    if (!hasSecondFactor(known)) return undefined;
    return code === '' ? refuse(missingFactor(known)) : checkSecondFactor(this.#deps, known, code, context.address);
  }
}
