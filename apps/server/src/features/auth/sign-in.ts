import type { InputOf, authCalls } from '@fairlot/contract';
import { type Answer, refuse } from '../../http/answer.ts';
import type { CallContext } from '../../http/calls.ts';
import type { Passwords } from '../../security/passwords.ts';
import type { AccountClosing } from './closing.ts';
import type { FactorResetRequests } from './factor-reset-requests.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Credentials } from './queries.ts';
import { type CheckedSecondFactorDeps, checkSecondFactor } from './second-factor.ts';
import type { IssuedSession, SessionIssuer } from './session-issuer.ts';
import { type Target, readTarget } from './target.ts';

export interface SignInDeps extends CheckedSecondFactorDeps {
  readonly passwords: Passwords;
  readonly issuer: SessionIssuer;
  readonly throttle: LoginThrottle;
  readonly closing: Pick<AccountClosing, 'atSignIn'>;
  /** Requests to remove an authenticator; signing in with it cancels them. */
  readonly factorResets: Pick<FactorResetRequests, 'cancel'>;
}

/** Signs users in with a password and, if enabled, an authenticator code. */
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
    const known = await this.#check(target.ok ? target.data : undefined, input.password);
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
    const closed = await this.#deps.closing.atSignIn(known.user.id, input.reopen);
    if (closed !== undefined) return closed;
    if (known.totp.confirmed) await this.#deps.factorResets.cancel(known.user.id, 'signed_in');
    await this.#deps.users.setLanguage(known.user.id, context.language);
    return this.#deps.issuer.issue(known.user, known.passwordHash, context);
  }

  /** Takes the same time whether the account exists or not. */
  async #check(target: Target | undefined, password: string): Promise<Credentials | undefined> {
    const known = target === undefined ? undefined : await this.#deps.users.credentials(target);
    return (await this.#deps.passwords.matches(known?.passwordHash, password)) ? known : undefined;
  }

  async #secondFactor(known: Credentials, code: string, context: CallContext): Promise<Answer<never> | undefined> {
    const { totp } = known;
    if (!totp.confirmed || totp.sealed === null) return undefined;
    return code === '' ? refuse('totp_required') : checkSecondFactor(this.#deps, known, code, context.address);
  }
}
