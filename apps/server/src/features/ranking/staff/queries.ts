import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import { type Listing, toListing } from '../listings.ts';

/** The period is that of the latest change. */
export interface ListingFilter extends DateRange {
  readonly state?: Listing['state'] | undefined;
  readonly name?: string | undefined;
}

/** Queries of display names for moderators. */
export class RankingStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async page(
    filter: ListingFilter,
    offset: number,
    limit: number,
  ): Promise<{ readonly listings: readonly Listing[]; readonly total: number }> {
    const [rows, count] = await Promise.all([
      this.#matching(filter)
        .selectAll()
        .orderBy('changed_at', 'desc')
        .orderBy('number', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),
      this.#matching(filter)
        .select(({ fn }) => fn.countAll<bigint>().as('total'))
        .executeTakeFirstOrThrow(),
    ]);
    return { listings: rows.map(toListing), total: Number(count.total) };
  }

  #matching({ state, name, ...period }: ListingFilter) {
    let query = this.#db.selectFrom('ranking_listings').where(isWithin('ranking_listings.changed_at', period));
    if (state !== undefined) query = query.where('state', '=', state);
    return name === undefined ? query : query.where(sql<boolean>`position(lower(${name}) in lower(name)) > 0`);
  }
}
