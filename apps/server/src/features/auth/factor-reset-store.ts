import type { Kysely, Selectable, Transaction } from 'kysely';
import type { FactorResetsTable } from '../../db/tables/accounts.ts';
import type { Tables } from '../../db/tables/index.ts';

export type FactorReset = Selectable<FactorResetsTable>;
/** The deed of the owner, or the freeze, that cancelled a request. */
export type CancelReason = 'signed_in' | 'owner' | 'new_password' | 'factor_removed' | 'frozen';

type Database = Kysely<Tables> | Transaction<Tables>;
/** States of a request that can still take effect. */
export const OPEN = ['waiting', 'checked', 'approved'] as const;

/** The table of requests to remove a lost authenticator. A user has at most one open request. */
export class FactorResetStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  openOf(user: number): Promise<FactorReset | undefined> {
    return this.#db
      .selectFrom('factor_resets')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('state', 'in', OPEN)
      .executeTakeFirst();
  }

  insert(user: number, origin: { readonly address: string; readonly agent: string }, at: Date): Promise<FactorReset> {
    return this.#db
      .insertInto('factor_resets')
      .values({
        user_id: BigInt(user),
        asked_at: at,
        told_at: at,
        address: origin.address,
        agent: origin.agent,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Cancels the open request of a user; false when there is none. */
  async cancel(user: number, reason: CancelReason, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('factor_resets')
      .set({ state: 'cancelled', ended_at: at, ended_words: reason })
      .where('user_id', '=', BigInt(user))
      .where('state', 'in', OPEN)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Approved requests whose time has come. */
  due(now: Date, limit: number): Promise<FactorReset[]> {
    return this.#db
      .selectFrom('factor_resets')
      .selectAll()
      .where('state', '=', 'approved')
      .where('effective_at', '<=', now)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Open requests whose owners were last told at `before` or earlier. */
  toTell(before: Date, limit: number): Promise<FactorReset[]> {
    return this.#db
      .selectFrom('factor_resets')
      .selectAll()
      .where('state', 'in', OPEN)
      .where('told_at', '<=', before)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Marks an open request as told; false when it has ended meanwhile. */
  async told(id: bigint, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('factor_resets')
      .set({ told_at: at })
      .where('id', '=', id)
      .where('state', 'in', OPEN)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Ends requests that nobody approved since `before`. */
  async expire(before: Date, at: Date): Promise<void> {
    await this.#db
      .updateTable('factor_resets')
      .set({ state: 'expired', ended_at: at })
      .where('state', 'in', ['waiting', 'checked'])
      .where('asked_at', '<=', before)
      .execute();
  }

  /** Deletes requests that ended before `before`. */
  async deleteOver(before: Date): Promise<void> {
    await this.#db.deleteFrom('factor_resets').where('ended_at', '<', before).execute();
  }

  /** Ends an approved request as done, or cancelled; false when it is no longer approved. */
  async finish(id: bigint, state: 'done' | 'cancelled', words: CancelReason | '', at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('factor_resets')
      .set({ state, ended_at: at, ended_words: words })
      .where('id', '=', id)
      .where('state', '=', 'approved')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
