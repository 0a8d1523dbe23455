import type { AccountId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Listing, type Listings, toListing } from '../listings.ts';

/** Moderation of display names. */
export class RankingActions {
  readonly #db: Kysely<Tables>;
  readonly #listings: Listings;

  constructor(db: Kysely<Tables>, listings: Listings) {
    this.#db = db;
    this.#listings = listings;
  }

  /** Hides a name. Returns undefined when the account has none. */
  async hide(account: AccountId, reason: string): Promise<Listing | undefined> {
    return this.#set(account, { state: 'hidden', hidden_because: reason });
  }

  /** Shows a hidden name again. Returns undefined when the account has no hidden name. */
  async restore(account: AccountId): Promise<Listing | undefined> {
    const listing = await this.#listings.of(account);
    return listing?.state === 'hidden' ? this.#set(account, { state: 'listed', hidden_because: null }) : undefined;
  }

  async #set(
    account: AccountId,
    values: { state: 'listed' | 'hidden'; hidden_because: string | null },
  ): Promise<Listing | undefined> {
    const row = await this.#db
      .updateTable('ranking_listings')
      .set({ ...values, changed_at: sql<Date>`now()` })
      .where('user_id', '=', BigInt(account))
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? undefined : toListing(row);
  }
}
