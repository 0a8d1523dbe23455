import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { ListSlice } from '../../../staff/list-export.ts';

/** Maximum number of notes about one user. */
export const MOST_NOTES = 2_000;

/** Notes of staff about users. They are never changed; a later note can strike an earlier one out. */
export class Notes {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async list(user: number, { offset, limit }: ListSlice) {
    const found = this.#db.selectFrom('user_notes as note').where('note.user_id', '=', BigInt(user));
    const rows = await found
      .innerJoin('staff as author', 'author.id', 'note.staff_id')
      .leftJoin('user_notes as later', 'later.strikes', 'note.id')
      .leftJoin('staff as striker', 'striker.id', 'later.staff_id')
      .select(['note.id', 'note.at', 'author.name as author', 'note.text', 'note.strikes', 'striker.name as struck_by'])
      .orderBy('note.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return {
      list: rows.map((row) => ({
        ...row,
        id: Number(row.id),
        at: row.at.toISOString(),
        strikes: row.strikes === null ? null : Number(row.strikes),
      })),
      total: Number(total),
    };
  }

  /** Adds a note; with `strikes`, one that strikes an earlier note of the same user out. */
  add(user: number, staff: number, text: string, strikes?: number): Promise<Answer<{ readonly id: number }>> {
    return this.#db.transaction().execute(async (db): Promise<Answer<{ readonly id: number }>> => {
      // The lock serializes the notes of a user, so that two colleagues don't strike the same one.
      const known = await db
        .selectFrom('users')
        .select(['id', 'erased_at'])
        .where('id', '=', BigInt(user))
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (known === undefined || known.erased_at !== null) return refuse('unknown_user');
      const notes = db.selectFrom('user_notes').where('user_id', '=', known.id);
      const { count } = await notes.select(sql<bigint>`count(*)`.as('count')).executeTakeFirstOrThrow();
      if (Number(count) >= MOST_NOTES) return refuse('too_many_records');
      if (strikes !== undefined) {
        const struck = await notes.select(['id', 'strikes']).where('id', '=', BigInt(strikes)).executeTakeFirst();
        if (struck === undefined) return refuse('unknown_record');
        const before = await notes.select('id').where('strikes', '=', struck.id).executeTakeFirst();
        // Striking out a note that strikes another one would leave open what holds.
        if (before !== undefined || struck.strikes !== null) return refuse('record_changed');
      }
      const { id } = await db
        .insertInto('user_notes')
        .values({
          user_id: known.id,
          staff_id: BigInt(staff),
          text,
          strikes: strikes === undefined ? null : BigInt(strikes),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return done({ id: Number(id) });
    });
  }
}
