import type { InputOf, OutputOf, authCalls } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { CallContext } from '../../http/calls.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../security/passwords.ts';
import { CodeStore } from './code-store.ts';
import { codeRequesterOf } from './codes.ts';
import { type FactorReset, FactorResetStore } from './factor-reset-store.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { type Credentials, UserQueries, hasSecondFactor } from './queries.ts';
import { type Target, readTarget } from './target.ts';

type Input = InputOf<typeof authCalls.askFactorReset>;
type Open = OutputOf<typeof authCalls.askFactorReset>;

export interface FactorResetRequestsDeps {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly throttle: LoginThrottle;
  readonly notices: UserNotices;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** Tells the owner's devices. */
  readonly tell: (user: number) => void;
}

/** Requests of users who lost their authenticator or passkeys, and all recovery codes. */
export class FactorResetRequests {
  readonly #deps: FactorResetRequestsDeps;

  constructor(deps: FactorResetRequestsDeps) {
    this.#deps = deps;
  }

  /** Stores a request after the right password and a code by mail or SMS. With an open one, answers its state. */
  async ask(input: Input, context: CallContext): Promise<Answer<Open>> {
    if ([input.account, input.password, input.auth_code].includes('')) return refuse('please_complete');
    const target = readTarget(input.login_type, input.account, input.area_id);
    if (!target.ok) return target;
    const attempt = this.#deps.throttle.pass(target.data.address, context.address, input);
    if ('ok' in attempt) return attempt;
    const known = await new UserQueries(this.#deps.db).credentials(target.data);
    if (!(await this.#deps.passwords.matches(known?.passwordHash, input.password)) || known === undefined) {
      context.actor.name = target.data.address;
      return refuse('login_failed');
    }
    context.actor.user = known.user.id;
    if (known.blocked) return refuse('account_blocked');
    if (!hasSecondFactor(known)) return refuse('totp_not_begun');
    const asked = await this.#deps.db
      .transaction()
      .execute((transaction) => this.#store(transaction, known, target.data, input.auth_code, context));
    if (asked === 'wrong') return refuse('code_invalid');
    if (asked === 'changed') return refuse('login_failed');
    attempt.succeeded();
    this.#deps.outbox.wake();
    if (asked.isNew) this.#deps.tell(known.user.id);
    return done(presentOpenReset(asked.row));
  }

  async #store(
    transaction: Transaction<Tables>,
    { user, passwordHash }: Credentials,
    target: Target,
    code: string,
    context: CallContext,
  ): Promise<'wrong' | 'changed' | { readonly row: FactorReset; readonly isNew: boolean }> {
    const now = this.#deps.clock();
    const check = await new CodeStore(transaction, now).tryCode(
      'factor',
      target.address,
      code,
      codeRequesterOf(context),
    );
    if (check === 'wrong') return 'wrong';
    // The lock keeps a second request of the user, and a new password, out until the commit.
    const owner = await transaction
      .selectFrom('users')
      .select(['password_hash', 'blocked_at'])
      .where('id', '=', BigInt(user.id))
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (owner.password_hash !== passwordHash || owner.blocked_at !== null) return 'changed';
    // The factor may have been removed since it was read.
    const current = await new UserQueries(transaction).credentials(user.id);
    if (current === undefined || !hasSecondFactor(current)) return 'changed';
    const store = new FactorResetStore(transaction);
    const open = await store.openOf(user.id);
    if (open !== undefined) return { row: open, isNew: false };
    // A repeat of a request that has ended must not ask again.
    if (check === 'repeated') return 'wrong';
    const row = await store.insert(user.id, context, new Date(now));
    await this.#deps.notices.put(transaction, { user: user.id, template: 'factor_reset_open' });
    return { row, isNew: true };
  }

  /** The open request of a user, as the owner sees it; null without one. */
  async openOf(user: number): Promise<Open | null> {
    const open = await new FactorResetStore(this.#deps.db).openOf(user);
    return open === undefined ? null : presentOpenReset(open);
  }

  /** Cancels the open request of an owner who signed in or says so. */
  async cancel(user: number, reason: 'signed_in' | 'owner'): Promise<boolean> {
    return new FactorResetStore(this.#deps.db).cancel(user, reason, new Date(this.#deps.clock()));
  }
}

function presentOpenReset({ asked_at: asked, effective_at: effective }: FactorReset): Open {
  return { asked_at: asked.toISOString(), effective_at: effective?.toISOString() ?? null };
}
