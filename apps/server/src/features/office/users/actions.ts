import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { People } from '../../../staff/people.ts';

/** Removes a user's sessions from the cache while `work` ends their rows; implemented by the session store. */
export interface SessionEnder {
  endAllWith<T>(user: number, work: () => Promise<T>): Promise<T>;
}

/** Cancels a user's open requests for another address and without the authenticator, in the transaction of a freeze. */
export type CancelRequests = (transaction: Transaction<Tables>, user: number, at: Date) => Promise<void>;

export interface UserActionsDeps {
  readonly db: Kysely<Tables>;
  readonly sessions: SessionEnder;
  readonly people: People;
  readonly notices: UserNotices;
  readonly clock: Clock;
  readonly cancelRequests: CancelRequests;
}

/** Changes of users by staff. */
export class UserActions {
  readonly #deps: UserActionsDeps;
  readonly #db: Kysely<Tables>;
  readonly #sessions: SessionEnder;

  constructor(deps: UserActionsDeps) {
    this.#deps = deps;
    this.#db = deps.db;
    this.#sessions = deps.sessions;
  }

  /** Ends all sessions of a user. */
  async endSessions(user: number): Promise<void> {
    await this.#sessions.endAllWith(user, () => endSessionRows(this.#db, user));
  }

  /**
   * Blocks a user, ends all sessions and cancels open requests in one transaction; false when the user was blocked
   * already.
   */
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
        await this.#deps.cancelRequests(db, user, new Date(this.#deps.clock()));
        return numUpdatedRows > 0n;
      }),
    );
  }

  /**
   * Lifts a freeze and tells the user, who may have frozen the account against a thief. An account of staff that is too
   * new to decide is refused.
   */
  async unfreeze(user: number, staff: number): Promise<Answer<Record<string, never>>> {
    const { people, notices, clock } = this.#deps;
    return this.#db.transaction().execute(async (db): Promise<Answer<Record<string, never>>> => {
      const barred = await people.mayDecide(staff, [], db);
      if (!barred.ok) return barred;
      const unfrozen = { unfrozen_at: new Date(clock()), unfrozen_by: BigInt(staff) };
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ blocked_at: null, blocked_reason: '', blocked_by: null, ...unfrozen })
        .where('id', '=', BigInt(user))
        .where('blocked_at', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return refuse('record_changed');
      await notices.put(db, { user, template: 'account_unfrozen' });
      return done({});
    });
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
