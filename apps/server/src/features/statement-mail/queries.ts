import type { StatementMailMode } from '@fairlot/contract';
import { DAY_MS } from '@fairlot/domain';
import { type LanguageCode, languageOr } from '@fairlot/i18n';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** A day whose mails are not all planned: days since 1970 in UTC, and the last user that was looked at. */
export interface OpenDay {
  readonly day: number;
  readonly afterUser: bigint;
}

/** A user who may get a mail. */
export interface Reader {
  readonly id: bigint;
  readonly email: string | null;
  readonly language: LanguageCode;
  /** False for those who chose no mail about this day, and for frozen and closed accounts. */
  readonly wantsMail: boolean;
}

/** Entries of the ledger of a day, by shard: the first and the last number. */
export type EntryRange = readonly { readonly shard: number; readonly first: bigint; readonly last: bigint }[];

/** The choices of users, and the days whose mails are planned. */
export class StatementMailQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async modeOf(user: number): Promise<{ readonly mode: StatementMailMode; readonly hasMailbox: boolean }> {
    const row = await this.#db
      .selectFrom('users')
      .select(['statement_mail', 'email'])
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    return { mode: row.statement_mail, hasMailbox: row.email !== null };
  }

  async setMode(user: bigint, mode: StatementMailMode, at: Date): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ statement_mail: mode, statement_mail_at: at })
      .where('id', '=', user)
      .where('statement_mail', '<>', mode)
      .execute();
  }

  /** Adds the days up to `last` that are missing, at most `most`; deletes those before. Returns the first open one. */
  async openDay(last: number, most: number): Promise<OpenDay | undefined> {
    return this.#db.transaction().execute(async (db) => {
      const { newest } = await db
        .selectFrom('statement_mail_days')
        .select(({ fn }) => fn.max('day').as('newest'))
        .executeTakeFirstOrThrow();
      // The first start plans the last day alone.
      const first = newest === null ? last : Math.max(newest + 1, last - most + 1);
      for (let day = first; day <= last; day += 1)
        await db.insertInto('statement_mail_days').values({ day, after_user: 0n, ended: false }).execute();
      await db
        .deleteFrom('statement_mail_days')
        .where('day', '<=', last - most)
        .execute();
      const open = await db
        .selectFrom('statement_mail_days')
        .select(['day', 'after_user'])
        .where('ended', '=', false)
        .orderBy('day')
        .limit(1)
        .executeTakeFirst();
      return open === undefined ? undefined : { day: open.day, afterUser: open.after_user };
    });
  }

  /** Mails of a kind that wait in the outbox, counted up to `most`. */
  async waiting(template: string, most: number): Promise<number> {
    const rows = await this.#db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .where('template', '=', template)
      .limit(most)
      .execute();
    return rows.length;
  }

  /** The entries of a day. Reads a narrow index by time; one query per day. */
  async entriesOf(day: number): Promise<EntryRange> {
    const { rows } = await sql<{ shard: number; first: bigint; last: bigint }>`
      select shard, min(id) as first, max(id) as last from transfers
      where time >= ${day * DAY_MS} and time < ${(day + 1) * DAY_MS} group by shard`.execute(this.#db);
    return rows;
  }

  transaction<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(work);
  }

  /** The next users who chose mails, in the order of their numbers. */
  async readers(
    db: Transaction<Tables>,
    { day, afterUser }: OpenDay,
    entries: EntryRange,
    limit: number,
  ): Promise<readonly Reader[]> {
    const dayEnd = new Date((day + 1) * DAY_MS);
    const ranges = JSON.stringify(entries.map(({ shard, first, last }) => [shard, String(first), String(last)]));
    const { rows } = await sql<{ id: bigint; email: string | null; language: string; wants_mail: boolean }>`
      select u.id, u.email, u.language,
        u.kind = 'real' and u.email is not null and u.statement_mail_at < ${dayEnd} and u.blocked_at is null
          and u.closing_at is null and u.closed_at is null and u.erased_at is null
          and (u.statement_mail = 'daily' or exists (
            select from accounts a
            join jsonb_array_elements(${ranges}::jsonb) r on (r->>0)::int = a.shard
            join transfers t on t.account = a.id and t.id between (r->>1)::bigint and (r->>2)::bigint
            where a.id = u.id
          )) as wants_mail
      from users u
      where u.statement_mail <> 'off' and u.id > ${afterUser} order by u.id limit ${limit}`.execute(db);
    return rows.map(({ wants_mail: wantsMail, language, ...row }) => ({
      ...row,
      language: languageOr(language),
      wantsMail,
    }));
  }

  /** Stores how far a day is planned; false when another transaction was first. */
  async moveOn(db: Transaction<Tables>, { day, afterUser }: OpenDay, to: bigint | undefined): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('statement_mail_days')
      .set(to === undefined ? { ended: true } : { after_user: to })
      .where('day', '=', day)
      .where('after_user', '=', afterUser)
      .where('ended', '=', false)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
