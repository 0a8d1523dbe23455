import type { OrderId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** An order that is pending or open. */
export interface AliveOrder {
  readonly id: OrderId;
  readonly status: 'pending' | 'open';
}

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

  async alive(user: number): Promise<readonly AliveOrder[]> {
    const rows = await this.#db
      .selectFrom('orders')
      .select(['id', 'status'])
      .where('account', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ id, status }) => ({ id: Number(id), status: status === 'pending' ? 'pending' : 'open' }));
  }

  /** Retires a user who is still unused and has no order left. Returns false when the user has come back. */
  retire(user: number, since: Date, now: Date): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      // The lock waits for a sign-in that is being written; the next statement then sees its session.
      await sql`select 1 from users where id = ${BigInt(user)} for update`.execute(transaction);
      const { numAffectedRows } = await sql`
        update users u set retired_at = ${now} where u.id = ${BigInt(user)} and u.retired_at is null and ${unusedSince(since)}
          and not exists (select 1 from orders o where o.account = u.id and o.ended_at is null)`.execute(transaction);
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
