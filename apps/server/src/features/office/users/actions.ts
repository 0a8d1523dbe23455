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
   * Lifts a freeze and tells the user, who may have frozen the account against a thief. Behind a freeze of staff the
   * owner's own stays, to be lifted separately. An account of staff that is too new to decide is refused.
   */
  async unfreeze(user: number, staff: number): Promise<Answer<Record<string, never>>> {
    const { people, notices, clock } = this.#deps;
    return this.#db.transaction().execute(async (db): Promise<Answer<Record<string, never>>> => {
      const barred = await people.mayDecide(staff, [], db);
      if (!barred.ok) return barred;
      // The lock keeps the owner from freezing between the look and the change.
      const row = await db
        .selectFrom('users')
        .select(['blocked_at', 'blocked_by', 'unfrozen_at'])
        .where('id', '=', BigInt(user))
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (row === undefined || row.blocked_at === null) return refuse('record_changed');
      const own = row.blocked_by === null ? null : await ownFreeze(db, user, row.unfrozen_at);
      const unfrozen = own === null && { unfrozen_at: new Date(clock()), unfrozen_by: BigInt(staff) };
      await db
        .updateTable('users')
        .set({ blocked_at: own, blocked_reason: '', blocked_by: null, ...unfrozen })
        .where('id', '=', BigInt(user))
        .execute();
      if (own === null) await notices.put(db, { user, template: 'account_unfrozen' });
      return done({});
    });
  }
}

/** The time of the owner's freeze by a link since the account was last unfrozen; null when there is none. */
async function ownFreeze(db: Kysely<Tables>, user: number, unfrozenAt: Date | null): Promise<Date | null> {
  let used = db.selectFrom('freeze_links').where('user_id', '=', BigInt(user));
  if (unfrozenAt !== null) used = used.where('used_at', '>', unfrozenAt);
  const { at } = await used.select(({ fn }) => fn.max('used_at').as('at')).executeTakeFirstOrThrow();
  return at;
}

async function endSessionRows(db: Kysely<Tables>, user: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', BigInt(user))
    .where('ended_at', 'is', null)
    .execute();
}
