import type { InputOf, authCalls } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { CallContext, UserContext } from '../../platform/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { CodeBook } from './code-book.ts';
import { askerOf } from './codes.ts';
import type { Entrance } from './entrance.ts';
import type { CaptchaAnswer, Gate } from './gate.ts';
import { UserQueries } from './queries.ts';
import type { Credentials, User } from './queries.ts';
import { SessionQueries } from './session-queries.ts';
import type { SessionStore } from './session-store.ts';
import { readTarget } from './target.ts';
import type { Target } from './target.ts';
import { passwordProblem } from './weak-passwords.ts';

export interface NewPasswordDeps {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly sessions: SessionStore;
  readonly entrance: Entrance;
  readonly gate: Gate;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

interface Change {
  readonly password: string;
  readonly again: string;
  readonly code: string;
  readonly captcha: CaptchaAnswer;
}

/** New passwords, for those who forgot theirs and for those who are signed in. Every session of the user ends with one. */
export class NewPassword {
  private readonly deps: NewPasswordDeps;

  constructor(deps: NewPasswordDeps) {
    this.deps = deps;
  }

  /** Without a session: the code that was sent proves who it is. */
  async forgotten(
    input: InputOf<typeof authCalls.forgetPassword>,
    context: CallContext,
  ): Promise<Answer<Record<string, never>>> {
    if (input.new_password === '' || input.secondary_password === '') return refuse('fill_in_all');
    if (input.account === '') return refuse('please_complete');
    const target = readTarget(input.type, input.account, input.area_id);
    if (!target.ok) return target;
    const change: Change = {
      password: input.new_password,
      again: input.secondary_password,
      code: input.auth_code,
      captcha: input,
    };
    const changed = await this.change(target.data, change, context);
    return changed.ok ? done({}, 'password_changed') : changed;
  }

  /** With a session, which ends like all others; the new one is the answer. */
  async amend(
    input: InputOf<typeof authCalls.amendPassword>,
    context: UserContext,
  ): Promise<Answer<{ readonly token: string }>> {
    if (input.new_password === '' || input.secondary_password === '') return refuse('fill_in_all');
    const known = await new UserQueries(this.deps.db).credentials(context.session.account);
    if (known === undefined) return refuse('session_invalid');
    const change: Change = {
      password: input.new_password,
      again: input.secondary_password,
      code: input.auth_code,
      captcha: input,
    };
    const changed = await this.change(ownTarget(known.user), change, context);
    if (!changed.ok) return changed;
    const entered = await this.deps.entrance.enter(known.user, changed.data, context);
    return entered.ok ? done({ token: entered.data.token }, 'password_changed') : entered;
  }

  /** Returns the hash of the password that holds now. */
  private async change(
    target: Target,
    { password, again, code, captcha }: Change,
    context: CallContext,
  ): Promise<Answer<string>> {
    if (password !== again) return refuse('passwords_not_equal');
    if (code === '') return refuse('please_complete');
    const problem = passwordProblem(password, target.address);
    if (problem !== undefined) return refuse(problem);
    const attempt = this.deps.gate.pass(target.address, context.address, captcha);
    if ('ok' in attempt) return attempt;
    const passwordHash = await this.deps.passwords.hash(password);
    const known = await new UserQueries(this.deps.db).credentials(target);
    const verdict = await this.deps.sessions.endAllWith(
      known?.user.id ?? 0,
      () =>
        this.deps.db
          .transaction()
          .execute((transaction) => this.replace(transaction, { target, known, passwordHash, code, context })),
      (result) => result === 'right',
    );
    if (verdict === 'wrong' || known === undefined) return refuse('code_invalid');
    attempt.succeeded();
    this.deps.outbox.wake();
    if (verdict === 'right') return done(passwordHash);
    return (await this.deps.passwords.matches(known.passwordHash, password))
      ? done(known.passwordHash)
      : refuse('key_reused');
  }

  private async replace(
    transaction: Transaction<Tables>,
    { target, known, passwordHash, code, context }: Replacement,
  ): Promise<'right' | 'repeated' | 'wrong'> {
    const book = new CodeBook(transaction, this.deps.clock());
    const verdict = await book.tryCode('reset', target.address, code, askerOf(context));
    if (verdict !== 'right' || known === undefined) return verdict;
    await new UserQueries(transaction).setPassword(known.user.id, passwordHash);
    await new SessionQueries(transaction).endAll(known.user.id);
    await book.dropUnused(target.address);
    await this.deps.outbox.put(transaction, {
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

/** Where a user of one's own account is reached. */
function ownTarget({ id, email, mobile }: User): Target {
  if (email !== null) return { type: 'email', address: email };
  if (mobile !== null) return { type: 'mobile', address: mobile };
  throw new Error(`the user ${id} has neither email nor number`);
}
