import type { SampleStrategy } from '@fairlot/contract';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** An account shown in the ranking. */
export interface Member {
  readonly account: AccountId;
  /** The public number of the entry, unique among traders and strategies. */
  readonly number: number;
  /** Undefined for a sample strategy, whose name depends on the reader's language. */
  readonly name: string | undefined;
  readonly isDemo: boolean;
  readonly strategy: SampleStrategy | undefined;
}

/** A display name with its state, for its owner and staff. */
export interface Listing {
  readonly account: AccountId;
  readonly name: string;
  readonly state: 'listed' | 'left' | 'hidden';
  readonly hiddenBecause: string;
  readonly listedAt: Date;
  readonly changedAt: Date;
}

/** Strategies' numbers start above all traders' numbers. */
const STRATEGY_NUMBERS = 1_000_000_000;
const UNIQUE_VIOLATION = '23505';

/** The accounts listed in the ranking and their display names. */
export class Listings {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Listed traders who are neither blocked nor retired; with `samples`, also the strategies that have an account. */
  async members(samples: boolean): Promise<readonly Member[]> {
    const traders = await this.#db
      .selectFrom('ranking_listings')
      .innerJoin('users', 'users.id', 'ranking_listings.user_id')
      .select(['user_id', 'number', 'name', 'kind'])
      .where('state', '=', 'listed')
      .where('blocked_at', 'is', null)
      .where('retired_at', 'is', null)
      .orderBy('number')
      .execute();
    const strategies = samples
      ? await this.#db
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

  /** The members with one of these accounts, whether or not they are listed now, with their last names. */
  async named(accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, Member>> {
    if (accounts.length === 0) return new Map();
    const ids = accounts.map(BigInt);
    const [traders, strategies] = await Promise.all([
      this.#db
        .selectFrom('ranking_listings')
        .innerJoin('users', 'users.id', 'ranking_listings.user_id')
        .select(['user_id', 'number', 'name', 'kind'])
        .where('user_id', 'in', ids)
        .execute(),
      this.#db
        .selectFrom('ranking_samples')
        .select(['user_id', 'number', 'strategy'])
        .where('user_id', 'in', ids)
        .execute(),
    ]);
    return new Map([
      ...traders.map(({ user_id: user, number, name, kind }): [AccountId, Member] => [
        Number(user),
        { account: Number(user), number: Number(number), name, isDemo: kind === 'demo', strategy: undefined },
      ]),
      ...strategies.map(({ user_id: user, number, strategy }): [AccountId, Member] => [
        Number(user),
        {
          account: Number(user),
          number: STRATEGY_NUMBERS + Number(number),
          name: undefined,
          isDemo: true,
          strategy,
        },
      ]),
    ]);
  }

  /** The listed member with a public number. */
  async byNumber(number: number, samples: boolean): Promise<Member | undefined> {
    const isStrategy = number > STRATEGY_NUMBERS;
    if (isStrategy && !samples) return undefined;
    const row = isStrategy
      ? await this.#db
          .selectFrom('ranking_samples')
          .select('user_id')
          .where('number', '=', BigInt(number - STRATEGY_NUMBERS))
          .executeTakeFirst()
      : await this.#db
          .selectFrom('ranking_listings')
          .innerJoin('users', 'users.id', 'ranking_listings.user_id')
          .select('user_id')
          .where('number', '=', BigInt(number))
          .where('state', '=', 'listed')
          .where('blocked_at', 'is', null)
          .where('retired_at', 'is', null)
          .executeTakeFirst();
    if (row === undefined || row.user_id === null) return undefined;
    const account = Number(row.user_id);
    return (await this.named([account])).get(account);
  }

  async of(account: AccountId): Promise<Listing | undefined> {
    const row = await this.#db
      .selectFrom('ranking_listings')
      .selectAll()
      .where('user_id', '=', BigInt(account))
      .executeTakeFirst();
    return row === undefined ? undefined : toListing(row);
  }

  /**
   * Lists an account or changes its name. Returns false when the name is taken. Has no effect on a name that staff have
   * hidden: its owner can't show it again.
   */
  async join(account: AccountId, name: string, key: string): Promise<boolean> {
    try {
      await this.#db
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
    await this.#db
      .updateTable('ranking_listings')
      .set({ state: 'left', changed_at: sql<Date>`now()` })
      .where('user_id', '=', BigInt(account))
      .where('state', '=', 'listed')
      .execute();
  }
}

/** Converts a row to a listing. */
export function toListing(row: Selectable<Tables['ranking_listings']>): Listing {
  return {
    account: Number(row.user_id),
    name: row.name,
    state: row.state,
    hiddenBecause: row.hidden_because ?? '',
    listedAt: row.listed_at,
    changedAt: row.changed_at,
  };
}
