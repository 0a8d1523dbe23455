import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { OutboxTable } from '../db/tables/accounts.ts';
import type { Tables } from '../db/tables/index.ts';

export type OutboxRow = Selectable<OutboxTable>;
type NewRow = Pick<
  OutboxTable,
  | 'channel'
  | 'recipient'
  | 'template'
  | 'language'
  | 'subject'
  | 'body'
  | 'secret'
  | 'state'
  | 'expires_at'
  | 'stop_url'
>;

/** While a try runs, no other claim gets the message. Longer than any try. */
const LEASE_MS = 120_000;

/** Removes the text of a message with a code or link, which is of no more use. */
const WITHOUT_SECRETS = {
  body: sql<string | null>`case when secret then null else body end`,
  subject: sql<string>`case when secret then '' else subject end`,
};

/** The outbox table. */
export class OutboxQueue {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Inserts a message as part of a transaction. */
  async add(transaction: Transaction<Tables>, row: NewRow, now: Date): Promise<void> {
    await transaction
      .insertInto('outbox')
      .values({ ...row, created_at: now, next_try_at: now, ended_at: null })
      .execute();
  }

  /** Claims messages that are due, for one try each. */
  async claim(now: Date, most: number): Promise<readonly OutboxRow[]> {
    const due = this.#db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .where('next_try_at', '<=', now)
      .orderBy('next_try_at')
      .limit(most)
      .forUpdate()
      .skipLocked();
    return this.#db
      .updateTable('outbox')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1), next_try_at: new Date(now.getTime() + LEASE_MS) }))
      .where('id', 'in', due)
      .returningAll()
      .execute();
  }

  /** Marks a message as finished, without a secret text. */
  async end(id: bigint, state: 'sent' | 'failed' | 'expired', now: Date, error?: string): Promise<void> {
    await this.#db
      .updateTable('outbox')
      .set({
        state,
        ended_at: now,
        last_error: error ?? null,
        ...WITHOUT_SECRETS,
      })
      .where('id', '=', id)
      .execute();
  }

  /** Ends waiting messages from before a moment: their channel has no sender any more. */
  async failWaiting(before: Date, now: Date): Promise<void> {
    await this.#db
      .updateTable('outbox')
      .set({ state: 'failed', ended_at: now, ...WITHOUT_SECRETS })
      .where('state', '=', 'waiting')
      .where('created_at', '<', before)
      .execute();
  }

  async tryLater(id: bigint, at: Date, error: string): Promise<void> {
    await this.#db.updateTable('outbox').set({ next_try_at: at, last_error: error }).where('id', '=', id).execute();
  }

  async waiting(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Deletes rows that ended before a moment, and held ones from before it. */
  async deleteOld(blanksBefore: Date, restBefore: Date): Promise<void> {
    await this.#db
      .deleteFrom('outbox')
      .where((or) =>
        or.or([
          or.and([or('state', '=', 'blank'), or('created_at', '<', blanksBefore)]),
          or.and([or('state', '!=', 'waiting'), or(or.fn.coalesce('ended_at', 'created_at'), '<', restBefore)]),
        ]),
      )
      .execute();
  }
}
