import type { SampleStrategy } from '@fairlot/contract';
import type { AccountId } from '@fairlot/engine';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** An account that the ranking shows. */
export interface Member {
  readonly account: AccountId;
  /** The number by which everybody knows the entry; no trader and strategy have the same. */
  readonly number: number;
  /** Absent for a sample strategy, whose name depends on the reader's language. */
  readonly name: string | undefined;
  readonly isDemo: boolean;
  readonly strategy: SampleStrategy | undefined;
}

/** A name as its owner and staff see it. */
export interface Listing {
  readonly account: AccountId;
  readonly name: string;
  readonly state: 'listed' | 'left' | 'hidden';
  readonly hiddenBecause: string;
  readonly listedAt: Date;
  readonly changedAt: Date;
}

export interface ListingFilter {
  readonly state?: Listing['state'] | undefined;
  readonly name?: string | undefined;
}

/** Numbers of strategies are above all those of traders. */
const STRATEGY_NUMBERS = 1_000_000_000;
const UNIQUE_VIOLATION = '23505';

/** Who is listed, and under which name. */
export class Listings {
  private readonly db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  /** Traders who are listed and may sign in; with `samples`, the strategies that have an account, too. */
  async members(samples: boolean): Promise<readonly Member[]> {
    const traders = await this.db
      .selectFrom('ranking_listings')
      .innerJoin('users', 'users.id', 'ranking_listings.user_id')
      .select(['user_id', 'number', 'name', 'kind'])
      .where('state', '=', 'listed')
      .where('blocked_at', 'is', null)
      .orderBy('number')
      .execute();
    const strategies = samples
      ? await this.db
          .selectFrom('ranking_samples')
          .select(['user_id', 'number', 'strategy'])
          .where('user_id', 'is not', null)
          .orderBy('number')
          .execute()
      : [];
    const samplesOf = new Set(strategies.map(({ user_id: user }) => user));
    return [
      ...strategies.map(({ user_id: user, number, strategy }): Member => ({
        account: Number(user),
        number: STRATEGY_NUMBERS + Number(number),
        name: undefined,
        isDemo: true,
        strategy,
      })),
      ...traders
        .filter(({ user_id: user }) => !samplesOf.has(user))
        .map(({ user_id: user, number, name, kind }): Member => ({
          account: Number(user),
          number: Number(number),
          name,
          isDemo: kind === 'demo',
          strategy: undefined,
        })),
    ];
  }

  async of(account: AccountId): Promise<Listing | undefined> {
    const row = await this.db
      .selectFrom('ranking_listings')
      .selectAll()
      .where('user_id', '=', BigInt(account))
      .executeTakeFirst();
    return row === undefined ? undefined : toListing(row);
  }

  /** Lists an account, or changes its name. False when the name is another's. A hidden name is not shown again by its owner. */
  async join(account: AccountId, name: string, key: string): Promise<boolean> {
    try {
      await this.db
        .insertInto('ranking_listings')
        .values({ user_id: BigInt(account), name, name_key: key, state: 'listed', hidden_because: null })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({
              name,
              name_key: key,
              state: 'listed',
              hidden_because: null,
              changed_at: sql<Date>`now()`,
            })
            .where((row) =>
              row.or([row('ranking_listings.state', '<>', 'hidden'), row('ranking_listings.name_key', '<>', key)]),
            ),
        )
        .execute();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  async leave(account: AccountId): Promise<void> {
    await this.db
      .updateTable('ranking_listings')
      .set({ state: 'left', changed_at: sql<Date>`now()` })
      .where('user_id', '=', BigInt(account))
      .where('state', '=', 'listed')
      .execute();
  }

  /** Hides a name. Undefined when the account has none. */
  async hide(account: AccountId, reason: string): Promise<Listing | undefined> {
    return this.set(account, { state: 'hidden', hidden_because: reason });
  }

  /** Shows a hidden name again. Undefined when the account has none that is hidden. */
  async restore(account: AccountId): Promise<Listing | undefined> {
    const listing = await this.of(account);
    return listing?.state === 'hidden' ? this.set(account, { state: 'listed', hidden_because: null }) : undefined;
  }

  async page(
    filter: ListingFilter,
    offset: number,
    limit: number,
  ): Promise<{ readonly listings: readonly Listing[]; readonly total: number }> {
    const [rows, count] = await Promise.all([
      this.matching(filter)
        .selectAll()
        .orderBy('changed_at', 'desc')
        .orderBy('number', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),
      this.matching(filter)
        .select(({ fn }) => fn.countAll<bigint>().as('total'))
        .executeTakeFirstOrThrow(),
    ]);
    return { listings: rows.map(toListing), total: Number(count.total) };
  }

  private matching({ state, name }: ListingFilter) {
    let query = this.db.selectFrom('ranking_listings');
    if (state !== undefined) query = query.where('state', '=', state);
    return name === undefined ? query : query.where(sql<boolean>`position(lower(${name}) in lower(name)) > 0`);
  }

  private async set(
    account: AccountId,
    values: { state: 'listed' | 'hidden'; hidden_because: string | null },
  ): Promise<Listing | undefined> {
    const row = await this.db
      .updateTable('ranking_listings')
      .set({ ...values, changed_at: sql<Date>`now()` })
      .where('user_id', '=', BigInt(account))
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? undefined : toListing(row);
  }
}

function toListing(row: Selectable<Tables['ranking_listings']>): Listing {
  return {
    account: Number(row.user_id),
    name: row.name,
    state: row.state,
    hiddenBecause: row.hidden_because ?? '',
    listedAt: row.listed_at,
    changedAt: row.changed_at,
  };
}
