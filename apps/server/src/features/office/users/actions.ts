import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';

/** Removes a user's sessions from the cache while `work` ends their rows; implemented by the session store. */
export interface SessionEnder {
  endAllWith<T>(user: number, work: () => Promise<T>): Promise<T>;
}

/** Changes of users by staff. */
export class UserActions {
  readonly #db: Kysely<Tables>;
  readonly #sessions: SessionEnder;

  constructor(db: Kysely<Tables>, sessions: SessionEnder) {
    this.#db = db;
    this.#sessions = sessions;
  }

  /** Ends all sessions of a user. */
  async endSessions(user: number): Promise<void> {
    await this.#sessions.endAllWith(user, () => endSessionRows(this.#db, user));
  }

  /** Blocks a user and ends all sessions in one transaction; false when the user was blocked already. */
  freeze(user: number, staff: number, reason: string): Promise<boolean> {
    return this.#sessions.endAllWith(user, () =>
      this.#db.transaction().execute(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('users')
          .set({ blocked_at: sql<Date>`now()`, blocked_reason: reason, blocked_by: BigInt(staff) })
          .where('id', '=', BigInt(user))
          .where('blocked_at', 'is', null)
          .executeTakeFirst();
        await endSessionRows(db, user);
        return numUpdatedRows > 0n;
      }),
    );
  }

  async unfreeze(user: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('users')
      .set({ blocked_at: null, blocked_reason: '', blocked_by: null })
      .where('id', '=', BigInt(user))
      .where('blocked_at', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async addNote(user: number, staff: number, text: string): Promise<number> {
    const { id } = await this.#db
      .insertInto('user_notes')
      .values({ user_id: BigInt(user), staff_id: BigInt(staff), text })
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(id);
  }
}

async function endSessionRows(db: Kysely<Tables>, user: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', BigInt(user))
    .where('ended_at', 'is', null)
    .execute();
}
