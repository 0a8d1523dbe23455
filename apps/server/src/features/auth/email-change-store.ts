import { type Kysely, type Selectable, type SqlBool, type Transaction, type Updateable, sql } from 'kysely';
import type { EmailChangesTable } from '../../db/tables/accounts.ts';
import type { Tables } from '../../db/tables/index.ts';

export type EmailChange = Selectable<EmailChangesTable>;
/** The reason why an open change ended without effect. */
export type EmailChangeEnd = 'owner' | 'new_password' | 'frozen' | 'closed' | 'taken';

/** The table of changes of email addresses. A user has at most one open change. */
export class EmailChangeStore {
  readonly #db: Kysely<Tables> | Transaction<Tables>;

  constructor(db: Kysely<Tables> | Transaction<Tables>) {
    this.#db = db;
  }

  openOf(user: number): Promise<EmailChange | undefined> {
    return this.#db
      .selectFrom('email_changes')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('state', '=', 'open')
      .executeTakeFirst();
  }

  /** The change to which a link belongs, and its side. */
  async byToken(hash: Buffer): Promise<{ readonly change: EmailChange; readonly side: 'new' | 'old' } | undefined> {
    const change = await this.#db
      .selectFrom('email_changes')
      .selectAll()
      .where((or) => or.or([or('new_token_hash', '=', hash), or('old_token_hash', '=', hash)]))
      .executeTakeFirst();
    return change && { change, side: change.new_token_hash.equals(hash) ? 'new' : 'old' };
  }

  /** Changes of a user that were asked for since a time. */
  async countSince(user: number, since: Date): Promise<number> {
    const { count } = await this.#db
      .selectFrom('email_changes')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .where('asked_at', '>', since)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  insert(
    values: Pick<
      EmailChange,
      | 'user_id'
      | 'new_email'
      | 'asked_at'
      | 'told_at'
      | 'asked_by'
      | 'reason'
      | 'needs_staff'
      | 'address'
      | 'agent'
      | 'new_token_hash'
      | 'old_token_hash'
      | 'checked_by'
      | 'checked_at'
    >,
  ): Promise<EmailChange> {
    return this.#db.insertInto('email_changes').values(values).returningAll().executeTakeFirstOrThrow();
  }

  /** Changes an open change; undefined when it has ended meanwhile, or `condition` does not hold any more. */
  update(
    id: bigint,
    values: Updateable<EmailChangesTable>,
    condition = sql<SqlBool>`true`,
  ): Promise<EmailChange | undefined> {
    return this.#db
      .updateTable('email_changes')
      .set(values)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where(condition)
      .returningAll()
      .executeTakeFirst();
  }

  /** Cancels the open change of a user; false when there is none. */
  async cancel(user: number, words: EmailChangeEnd, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('email_changes')
      .set({ state: 'cancelled', ended_at: at, ended_words: words })
      .where('user_id', '=', BigInt(user))
      .where('state', '=', 'open')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Open changes that two members of staff agreed to, that the new mailbox confirmed, and whose wait is over. */
  due(now: Date, limit: number): Promise<EmailChange[]> {
    return this.#open()
      .where('effective_at', '<=', now)
      .where('new_confirmed_at', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Open changes in their wait whose owners were last told at `before` or earlier. */
  toTell(before: Date, limit: number): Promise<EmailChange[]> {
    return this.#open()
      .where('effective_at', 'is not', null)
      .where('told_at', '<=', before)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /**
   * Ends changes that were asked for at `before` or earlier, and deletes those that ended before `forget`. One that two
   * members of staff agreed to has the same time after its wait for the new mailbox.
   */
  async tidy(before: Date, now: Date, forget: Date): Promise<void> {
    await this.#db
      .updateTable('email_changes')
      .set({ state: 'expired', ended_at: now })
      .where('state', '=', 'open')
      .where(
        sql<SqlBool>`case when effective_at is null then asked_at <= ${before} else effective_at <= ${before} and new_confirmed_at is null end`,
      )
      .execute();
    await this.#db.deleteFrom('email_changes').where('ended_at', '<', forget).execute();
  }

  #open() {
    return this.#db.selectFrom('email_changes').selectAll().where('state', '=', 'open');
  }
}
