import { randomBytes } from 'node:crypto';
import { SAMPLE_STRATEGIES } from '@fairlot/contract';
import type { SampleStrategy } from '@fairlot/contract';
import type { AccountId } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** How a sample strategy comes to its demo account: by the public call, with this idempotency key. */
export interface SampleKey {
  readonly strategy: SampleStrategy;
  readonly key: string;
}

const KEY_BYTES = 32;

/**
 * Knows which accounts belong to the sample strategies: those that were made with the keys kept here. So the label
 * can't be claimed by anybody else, nor be missing where it belongs.
 */
export class Samples {
  private readonly db: Kysely<Tables>;
  /** The demo account that was made with a key, once it was. */
  private readonly accountOf: (key: string) => Promise<AccountId | undefined>;

  constructor(db: Kysely<Tables>, accountOf: (key: string) => Promise<AccountId | undefined>) {
    this.db = db;
    this.accountOf = accountOf;
  }

  /** The keys of all strategies; what has none yet gets one, for good. */
  async keys(): Promise<readonly SampleKey[]> {
    await this.db
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
    const rows = await this.db
      .selectFrom('ranking_samples')
      .select(['strategy', 'demo_key'])
      .orderBy('number')
      .execute();
    return rows.map(({ strategy, demo_key: key }) => ({ strategy, key }));
  }

  /** Finds the accounts of strategies that have signed in since they were looked for last. */
  async claim(): Promise<void> {
    const waiting = await this.db
      .selectFrom('ranking_samples')
      .select(['strategy', 'demo_key'])
      .where('user_id', 'is', null)
      .execute();
    for (const { strategy, demo_key: key } of waiting) {
      const account = await this.accountOf(key);
      if (account !== undefined)
        await this.db
          .updateTable('ranking_samples')
          .set({ user_id: BigInt(account) })
          .where('strategy', '=', strategy)
          .execute();
    }
  }
}
