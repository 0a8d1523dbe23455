import type { CopyId } from '@fairlot/copying';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/**
 * Finds copies whose copiers had a fill corrected. They are found by the account in the tables: the registry forgets
 * positions that have closed, and copies that have ended.
 */
export class CorrectedCopies {
  readonly #db: Kysely<Tables>;
  readonly #accounts = new Set<AccountId>();
  #mayLackRows = true;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  note(account: AccountId): void {
    this.#accounts.add(account);
  }

  /** Tells that corrections may have been committed and not noted. */
  missRows(): void {
    this.#mayLackRows = true;
  }

  /** Hands over the copies that were found since the last call. A failed call finds nothing, and the next one all. */
  async take(): Promise<readonly CopyId[]> {
    if (!this.#mayLackRows && this.#accounts.size === 0) return [];
    const { accounts, mayLackRows } = { accounts: [...this.#accounts], mayLackRows: this.#mayLackRows };
    this.#accounts.clear();
    this.#mayLackRows = false;
    try {
      const { rows } = await sql<{
        id: bigint;
      }>`select id from copies where user_id = any(${accounts.map(BigInt)}::bigint[])
        union select c.id from copies c where ${mayLackRows} and c.state = 'ended'
          and exists (select from fill_corrections f where f.account = c.user_id and f.time >= c.ended_time)`.execute(
        this.#db,
      );
      return rows.map(({ id }) => Number(id));
    } catch (error) {
      for (const account of accounts) this.#accounts.add(account);
      this.#mayLackRows ||= mayLackRows;
      throw error;
    }
  }
}
