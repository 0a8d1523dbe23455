import { randomBytes } from 'node:crypto';
import { SAMPLE_STRATEGIES, type SampleStrategy } from '@fairlot/contract';
import type { AccountId } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** The idempotency key with which a sample strategy opens its demo account through the public call. */
export interface SampleKey {
  readonly strategy: SampleStrategy;
  readonly key: string;
}

const KEY_BYTES = 32;

/**
 * Knows the accounts of the sample strategies: those opened with the keys stored here. So no other account can claim
 * the label.
 */
export class Samples {
  readonly #db: Kysely<Tables>;
  /** The demo account opened with a key, if it exists already. */
  readonly #accountOf: (key: string) => Promise<AccountId | undefined>;

  constructor(db: Kysely<Tables>, accountOf: (key: string) => Promise<AccountId | undefined>) {
    this.#db = db;
    this.#accountOf = accountOf;
  }

  /** Returns the keys of all strategies. Creates and stores missing ones. */
  async keys(): Promise<readonly SampleKey[]> {
    await this.#db
      .insertInto('ranking_samples')
      .values(
        SAMPLE_STRATEGIES.map((strategy) => ({
          strategy,
          demo_key: randomBytes(KEY_BYTES).toString('base64url'),
          user_id: null,
        })),
      )
      .onConflict((conflict) => conflict.column('strategy').doNothing())
      .execute();
    const rows = await this.#db
      .selectFrom('ranking_samples')
      .select(['strategy', 'demo_key'])
      .orderBy('number')
      .execute();
    return rows.map(({ strategy, demo_key: key }) => ({ strategy, key }));
  }

  /** Stores the accounts of strategies that have signed in since the last call. */
  async claim(): Promise<void> {
    const waiting = await this.#db
      .selectFrom('ranking_samples')
      .select(['strategy', 'demo_key'])
      .where('user_id', 'is', null)
      .execute();
    for (const { strategy, demo_key: key } of waiting) {
      const account = await this.#accountOf(key);
      if (account !== undefined)
        await this.#db
          .updateTable('ranking_samples')
          .set({ user_id: BigInt(account) })
          .where('strategy', '=', strategy)
          .execute();
    }
  }
}
