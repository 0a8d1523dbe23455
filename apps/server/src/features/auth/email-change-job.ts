import { DAY_MS } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Job, everyByClock } from '../../platform/jobs.ts';
import { type EmailChangeOutcome, applyEmailChange } from './email-change-apply.ts';
import { type EmailChange, EmailChangeStore } from './email-change-store.ts';
import type { EmailChangesDeps } from './email-changes.ts';

const EVERY_MS = 5_000;
/** Changes that one run handles of each sort. */
const AT_ONCE = 50;
/** A change that is not complete ends after this time. */
const EXPIRE_MS = 14 * DAY_MS;
/** Ended changes are kept so long, for later reviews of the same user. */
const KEEP_MS = 365 * DAY_MS;

export interface EmailChangeJobDeps extends Pick<
  EmailChangesDeps,
  'sessions' | 'notices' | 'outbox' | 'clock' | 'tell' | 'record'
> {
  readonly db: Kysely<Tables>;
  readonly log: { error(fields: object, message: string): void };
}

/** Carries changes of addresses out whose wait is over, and tells their owners each day of the wait. */
export class EmailChangeJob {
  readonly #deps: EmailChangeJobDeps;
  readonly #job: Job;

  constructor(deps: EmailChangeJobDeps) {
    this.#deps = deps;
    this.#job = everyByClock(
      deps.clock,
      EVERY_MS,
      () => this.run(),
      (error) => deps.log.error({ err: error }, 'changes of email addresses could not be handled, trying again'),
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
    const store = new EmailChangeStore(db);
    const now = clock();
    for (const change of await store.due(new Date(now), AT_ONCE)) await this.#apply(change);
    for (const change of await store.toTell(new Date(now - DAY_MS), AT_ONCE)) await this.#remind(change);
    await store.tidy(new Date(now - EXPIRE_MS), new Date(now), new Date(now - KEEP_MS));
    this.#deps.outbox.wake();
  }

  async #apply(change: EmailChange): Promise<void> {
    const { db, sessions, notices, clock, record } = this.#deps;
    const user = Number(change.user_id);
    const outcome: EmailChangeOutcome = await sessions.endAllWith(
      user,
      () => db.transaction().execute((transaction) => applyEmailChange(transaction, change, { notices, now: clock() })),
      (result) => result === 'done',
    );
    if (outcome !== 'over') await record(Number(change.id), user, outcome);
  }

  async #remind({ id, user_id: user, effective_at: at }: EmailChange): Promise<void> {
    const { db, notices, clock, tell } = this.#deps;
    const told = await db.transaction().execute(async (transaction) => {
      const open = await new EmailChangeStore(transaction).update(id, { told_at: new Date(clock()) });
      if (open === undefined || at === null) return false;
      await notices.put(transaction, { user, template: 'email_change_approved', at, alsoMobile: true });
      return true;
    });
    if (told) tell(Number(user));
  }
}
