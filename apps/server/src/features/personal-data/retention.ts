import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { PersonKeys } from '../../security/secrets/person-keys.ts';
import type { Erasure } from './erasure.ts';

const EVERY_MS = HOUR_MS;
/** Rows of one statement, and users read per query. */
const BATCH = 1_000;
/** Users and batches per run, so that a run ends soon. */
const MOST_PER_RUN = 1_000;
const MOST_BATCHES = 100;

/** A kind of data that ends with its age, whatever becomes of its person. */
interface Kind {
  readonly name: string;
  readonly days: number;
  /** The statement that deletes at most `limit` rows from before a time. */
  readonly end: (before: Date, limit: number) => RawBuilder<unknown>;
}

/** Days after which keys of texts that belong to nobody are dropped. */
export const UNTIED_TEXT_DAYS = 365;
/** Days after which papers of rejected submissions are deleted; the reviewer may ask again until then. */
export const REJECTED_PAPERS_DAYS = 90;
/** Days for which finished tasks about users are kept. */
const FINISHED_TASK_DAYS = 730;
/** Days for which a deed of a leader names the copies that followed it. Its results name them longer. */
const COPY_EVENT_DAYS = 30;
/** Days for which ended sessions and used links of staff, and former owners of their accounts, are kept. */
const STAFF_ACCESS_DAYS = 90;

function olderRows(table: string, condition: RawBuilder<boolean>, limit: number): RawBuilder<unknown> {
  return sql`delete from ${sql.table(table)} where id in (select id from ${sql.table(table)} where ${condition} limit ${limit})`;
}

/** Access of staff. */
const OF_STAFF: readonly Kind[] = [
  {
    name: 'sessions of staff',
    days: STAFF_ACCESS_DAYS,
    // The last one of each account stays: the office shows when it was used.
    end: (before, limit) =>
      olderRows(
        'staff_sessions',
        sql`least(ended_at, expires_at) < ${before} and exists (select from staff_sessions later
          where later.staff_id = staff_sessions.staff_id
          and (later.last_seen_at, later.id) > (staff_sessions.last_seen_at, staff_sessions.id))`,
        limit,
      ),
  },
  {
    name: 'links of staff',
    days: STAFF_ACCESS_DAYS,
    end: (before, limit) => olderRows('staff_links', sql`least(used_at, expires_at) < ${before}`, limit),
  },
  {
    name: 'former owners of accounts of staff',
    days: STAFF_ACCESS_DAYS,
    end: (before, limit) => olderRows('staff_former_owners', sql`until < ${before}`, limit),
  },
];

/** The kinds of this job. Other parts delete sessions, messages, codes, links, kept answers and unused images. */
export const kindsOf = (chatDays: number): readonly Kind[] => [
  {
    name: 'support messages',
    days: chatDays,
    end: (before, limit) => olderRows('support_messages', sql`created_at < ${before}`, limit),
  },
  {
    name: 'chats without messages',
    days: chatDays,
    end: () =>
      sql`delete from support_conversations where last_id < (select coalesce(min(id), 0) from support_messages)`,
  },
  {
    name: 'feedback',
    days: chatDays,
    end: (before, limit) => olderRows('feedback', sql`decided_at < ${before}`, limit),
  },
  {
    name: 'messages of staff',
    days: chatDays,
    end: (before, limit) => olderRows('client_messages', sql`at < ${before}`, limit),
  },
  {
    name: 'recipients of messages to many',
    days: chatDays,
    end: (before, limit) => olderRows('bulk_recipients', sql`at < ${before}`, limit),
  },
  {
    name: 'finished tasks',
    days: FINISHED_TASK_DAYS,
    end: (before, limit) => olderRows('client_tasks', sql`done_at < ${before}`, limit),
  },
  {
    name: 'rejected submissions',
    days: REJECTED_PAPERS_DAYS,
    end: (before, limit) =>
      olderRows('identity_submissions', sql`status = 'rejected' and decided_at < ${before}`, limit),
  },
  {
    name: 'images of deleted submissions',
    days: REJECTED_PAPERS_DAYS,
    end: (before, limit) =>
      olderRows(
        'images',
        sql`used_for = 'identity' and created_at < ${before} and not exists (
          select from identity_submissions s where s.user_id = images.owner_id and images.id in (s.front_image, s.reverse_image))`,
        limit,
      ),
  },
  {
    name: 'fired price alerts',
    days: 365,
    end: (before, limit) => olderRows('price_alerts', sql`fired_at < ${before}`, limit),
  },
  {
    name: 'copies of deeds that are done',
    days: COPY_EVENT_DAYS,
    end: (before, limit) =>
      sql`update copy_events set copies = '{}' where number in (select number from copy_events where at < ${before} and done and copies <> '{}' limit ${limit})`,
  },
  {
    name: 'marks of exports',
    days: 365,
    end: (before, limit) => olderRows('data_exports', sql`at < ${before}`, limit),
  },
  ...OF_STAFF,
];

/** Makes closings final; implemented by the feature of accounts. */
export interface Closings {
  ending(after: number, limit: number): Promise<readonly number[]>;
  makeFinal(user: number, work: (transaction: Transaction<Tables>) => Promise<void>): Promise<boolean>;
}

export interface RetentionDeps {
  readonly db: Kysely<Tables>;
  readonly keys: PersonKeys;
  readonly erasure: Erasure;
  readonly closings: Closings;
  readonly chatDays: number;
  readonly clock: Clock;
  /** True while the wall clock is known to be off. Nothing ends then, because it can't be undone. */
  readonly isClockOff: () => boolean;
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

/** Ends data whose time is over: old records by kind, closed accounts, and people whose erasure is due. */
export class Retention {
  readonly #deps: RetentionDeps;
  readonly #job: Job;
  #stopping = false;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.run(),
      (error) => deps.log.error({ err: error }, 'old data could not be deleted, trying again'),
    );
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#job.stop();
  }

  /** Does what is due. Returns the number of users whose closing became final, and of those who were erased. */
  async run(): Promise<{ readonly closed: number; readonly erased: number }> {
    const { erasure, closings, log } = this.#deps;
    await this.#endKinds();
    const closed = await this.#each(
      (after) => closings.ending(after, BATCH),
      (user) => closings.makeFinal(user, (transaction) => erasure.endAccess(transaction, user)),
    );
    const erased = await this.#each(
      (after) => erasure.due(after, BATCH),
      (user) => erasure.erase(user),
    );
    if (closed > 0 || erased > 0) log.info({ closed, erased }, 'closed accounts became final, and people were erased');
    return { closed, erased };
  }

  /** The clock may jump during a run. */
  #isHalted(): boolean {
    return this.#stopping || this.#deps.isClockOff();
  }

  async #endKinds(): Promise<void> {
    const { db, keys, clock, chatDays } = this.#deps;
    const before = (days: number): Date => new Date(clock() - days * DAY_MS);
    for (const { days, end } of kindsOf(chatDays)) {
      await this.#batches(async () => {
        const { numAffectedRows } = await end(before(days), BATCH).execute(db);
        return Number(numAffectedRows ?? 0n);
      });
    }
    await this.#batches(() => keys.dropTextsBefore(before(UNTIED_TEXT_DAYS), BATCH));
  }

  async #batches(deleteSome: () => Promise<number>): Promise<void> {
    for (let batch = 0; batch < MOST_BATCHES && !this.#isHalted(); batch += 1) if ((await deleteSome()) < BATCH) return;
  }

  /** Works on the users of a list, each in a transaction of its own. Returns for how many it was done. */
  async #each(
    list: (after: number) => Promise<readonly number[]>,
    work: (user: number) => Promise<boolean>,
  ): Promise<number> {
    let count = 0;
    let after = 0;
    for (let seen = 0; seen < MOST_PER_RUN && !this.#isHalted();) {
      const users = await list(after);
      for (const user of users) {
        if (this.#isHalted()) return count;
        after = user;
        if (await work(user)) count += 1;
      }
      if (users.length < BATCH) break;
      seen += users.length;
    }
    return count;
  }
}
