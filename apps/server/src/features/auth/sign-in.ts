import type { InputOf, authCalls } from '@fairlot/contract';
import { addressGroup } from '../../platform/addresses.ts';
import type { Answer } from '../../platform/answer.ts';
import { refuse } from '../../platform/answer.ts';
import { Attempts } from '../../platform/attempts.ts';
import type { CallContext } from '../../platform/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Entered, Entrance } from './entrance.ts';
import type { Gate } from './gate.ts';
import type { Credentials, UserQueries } from './queries.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { spendSecondFactor } from './second-factor.ts';
import type { Target } from './target.ts';
import { readTarget } from './target.ts';

/** Of wrong codes of an authenticator at one account, whoever sends them: only somebody with the password gets that far. */
const TOTP_PATIENCE = { free: 5, firstWaitMs: 30_000, longestWaitMs: 15 * 60_000 };

export interface SignInDeps {
  readonly users: UserQueries;
  readonly passwords: Passwords;
  readonly entrance: Entrance;
  readonly gate: Gate;
  readonly recovery: RecoveryCodes;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Signing in with a password and, where the user has set one up, an authenticator. */
export class SignIn {
  private readonly deps: SignInDeps;
  private readonly totpAttempts: Attempts;

  constructor(deps: SignInDeps) {
    this.deps = deps;
    this.totpAttempts = new Attempts(deps.clock);
  }

  async signIn(input: InputOf<typeof authCalls.login>, context: CallContext): Promise<Answer<Entered>> {
    if (input.account === '' || input.password === '') return refuse('please_complete');
    const target = readTarget(input.login_type, input.account, input.area_id);
    // A name that can't be one is treated like one that nobody has.
    const name = target.ok ? target.data.address : input.account.slice(0, 100);
    const attempt = this.deps.gate.pass(name, context.address, input);
    if ('ok' in attempt) return attempt;
    const known = await this.check(target.ok ? target.data : undefined, input.password);
    if (known === undefined) return refuse('login_failed');
    if (known.blocked) return refuse('account_blocked');
    const refusal = await this.secondFactor(known, input.totp, context);
    if (refusal !== undefined) {
      attempt.forgotten();
      return refusal;
    }
    attempt.succeeded();
    await this.deps.users.setLanguage(known.user.id, context.language);
    return this.deps.entrance.enter(known.user, known.passwordHash, context);
  }

  /** The same work, whether the account exists or not. */
  private async check(target: Target | undefined, password: string): Promise<Credentials | undefined> {
    const known = target === undefined ? undefined : await this.deps.users.credentials(target);
    return (await this.deps.passwords.matches(known?.passwordHash, password)) ? known : undefined;
  }

  private async secondFactor(
    known: Credentials,
    code: string,
    context: CallContext,
  ): Promise<Answer<never> | undefined> {
    const { user, totp } = known;
    if (!totp.confirmed || totp.sealed === null) return undefined;
    if (code === '') return refuse('totp_required');
    const name = `${user.id} ${addressGroup(context.address)}`;
    const everywhere = String(user.id);
    const waitMs = Math.max(this.totpAttempts.waitMs(name), this.totpAttempts.waitMs(everywhere));
    if (waitMs > 0) return refuse('too_many_attempts', { seconds: String(Math.ceil(waitMs / 1000)) });
    this.totpAttempts.begin(name, TOTP_PATIENCE);
    this.totpAttempts.begin(everywhere, { ...TOTP_PATIENCE, free: 20 });
    if (!(await spendSecondFactor(this.deps, known, code))) return refuse('totp_invalid');
    this.totpAttempts.forgive(name);
    this.totpAttempts.takeBack(everywhere);
    return undefined;
  }
}
