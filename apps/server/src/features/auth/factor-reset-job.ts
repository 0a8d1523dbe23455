import { DAY_MS } from '@fairlot/domain';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Job, everyByClock } from '../../platform/jobs.ts';
import { type FactorReset, FactorResetStore } from './factor-reset-store.ts';
import { PasskeyStore } from './passkeys/passkey-store.ts';
import { UserQueries } from './queries.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';
import { SessionQueries } from './session-queries.ts';
import type { SessionStore } from './session-store.ts';

const EVERY_MS = 5_000;
/** Requests that one run handles of each sort. */
const AT_ONCE = 50;
/** Requests that nobody approves end after this time. */
const EXPIRE_MS = 30 * DAY_MS;
/** Ended requests are kept so long, for later reviews of the same user. */
const KEEP_MS = 365 * DAY_MS;

type Outcome = 'done' | 'frozen' | 'over';

export interface FactorResetJobDeps {
  readonly db: Kysely<Tables>;
  readonly sessions: SessionStore;
  readonly notices: UserNotices;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: { error(fields: object, message: string): void };
  /** Tells the owner's devices. */
  readonly tell: (user: number) => void;
  /** Writes the removal, or its cancellation because of a freeze, to the audit log. */
  readonly record: (reset: number, user: number, outcome: 'done' | 'frozen') => Promise<unknown>;
}

/** Removes authenticators and passkeys whose wait is over, and tells the owners of open requests each day. */
export class FactorResetJob {
  readonly #deps: FactorResetJobDeps;
  readonly #job: Job;

  constructor(deps: FactorResetJobDeps) {
    this.#deps = deps;
    this.#job = everyByClock(
      deps.clock,
      EVERY_MS,
      () => this.run(),
      (error) => deps.log.error({ err: error }, 'requests to remove authenticators could not be handled, trying again'),
    );
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  async stop(): Promise<void> {
    await this.#job.stop();
  }

  async run(): Promise<void> {
    const { clock, db } = this.#deps;
    const store = new FactorResetStore(db);
    const now = clock();
    await store.expire(new Date(now - EXPIRE_MS), new Date(now));
    for (const reset of await store.due(new Date(now), AT_ONCE)) await this.#remove(reset);
    for (const reset of await store.toTell(new Date(now - DAY_MS), AT_ONCE)) await this.#remind(reset);
    await store.deleteOver(new Date(now - KEEP_MS));
    this.#deps.outbox.wake();
  }

  async #remove(reset: FactorReset): Promise<void> {
    const user = Number(reset.user_id);
    const outcome = await this.#deps.sessions.endAllWith(
      user,
      () => this.#deps.db.transaction().execute((transaction) => this.#removeIn(transaction, reset)),
      (result) => result === 'done',
    );
    if (outcome !== 'over') await this.#deps.record(Number(reset.id), user, outcome);
  }

  /** The lock on the user orders this with freezes, new passwords and sign-ins that cancel. */
  async #removeIn(transaction: Transaction<Tables>, { id, user_id: owner }: FactorReset): Promise<Outcome> {
    const now = new Date(this.#deps.clock());
    const { blocked_at: blockedAt } = await transaction
      .selectFrom('users')
      .select('blocked_at')
      .where('id', '=', owner)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const store = new FactorResetStore(transaction);
    if (blockedAt !== null) return (await store.finish(id, 'cancelled', 'frozen', now)) ? 'frozen' : 'over';
    if (!(await store.finish(id, 'done', '', now))) return 'over';
    const [users, user] = [new UserQueries(transaction), Number(owner)];
    await users.removeTotp(user);
    await new PasskeyStore(transaction).removeAll(user);
    await users.noteFactorChange(user, now);
    await dropRecoveryCodes(transaction, user);
    await new SessionQueries(transaction).endAll(user);
    await this.#deps.notices.put(transaction, { user: owner, template: 'factor_reset_done' });
    return 'done';
  }

  async #remind({ id, user_id: user, effective_at: at }: FactorReset): Promise<void> {
    const { db, notices, clock, tell } = this.#deps;
    const told = await db.transaction().execute(async (transaction) => {
      if (!(await new FactorResetStore(transaction).told(id, new Date(clock())))) return false;
      await notices.put(
        transaction,
        at === null ? { user, template: 'factor_reset_open' } : { user, template: 'factor_reset_approved', at },
      );
      return true;
    });
    if (told) tell(Number(user));
  }
}
