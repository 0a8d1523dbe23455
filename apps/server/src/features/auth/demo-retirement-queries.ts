import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** Finds demo users who have been away, and marks them as retired. */
export class DemoRetirementQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** The next demo users after a number who were last seen before `since`. Sample strategies are never among them. */
  async unused(since: Date, after: number, limit: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: bigint }>`
      select u.id from users u where u.kind = 'demo' and u.retired_at is null and u.id > ${after} and ${unusedSince(since)}
      order by u.id limit ${limit}`.execute(this.#db);
    return rows.map(({ id }) => Number(id));
  }

  /** The next accounts after a number whose users are retired and that the engine still has. */
  async leftOver(after: number, limit: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: bigint }>`
      select a.id from accounts a join users u on u.id = a.id
      where a.kind = 'demo' and a.retired_at is null and u.retired_at is not null and a.id > ${after}
      order by a.id limit ${limit}`.execute(this.#db);
    return rows.map(({ id }) => Number(id));
  }

  /** Retires a user who is still unused. Returns false when the user has come back. */
  retire(user: number, since: Date, now: Date): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      // The lock waits for a sign-in that is being written; the next statement then sees its session.
      await sql`select 1 from users where id = ${BigInt(user)} for update`.execute(transaction);
      const { numAffectedRows } = await sql`
        update users u set retired_at = ${now} where u.id = ${BigInt(user)} and u.retired_at is null and ${unusedSince(since)}`.execute(
        transaction,
      );
      return numAffectedRows === 1n;
    });
  }
}

/** Trading needs a session, and sessions note when they are used, so the sessions alone tell of sign-ins and trades. */
function unusedSince(since: Date) {
  return sql<boolean>`(u.created_at < ${since}
    and not exists (select 1 from sessions s where s.user_id = u.id and s.last_seen_at >= ${since})
    and not exists (select 1 from ranking_samples r where r.user_id = u.id))`;
}
