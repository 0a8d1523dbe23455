import type { Pool, PoolClient } from 'pg';

/** A pool that carries out one statement and then loses its answer, as if the connection broke after it. */
export class LosingPool {
  /** True while the database can't be reached. */
  isAway = false;
  readonly #pool: Pool;
  #loses: 'nothing' | 'answer' | 'database' = 'nothing';
  readonly #isLost: (text: string) => boolean;

  /** `isLost` tells which statement it is; default: a commit. */
  constructor(pool: Pool, isLost: (text: string) => boolean = (text) => text === 'commit') {
    this.#pool = pool;
    this.#isLost = isLost;
  }

  /** Loses the answer of the next such statement, or with it the database, until `isAway` is set to false. */
  loseNext(what: 'answer' | 'database' = 'answer'): void {
    this.#loses = what;
  }

  /** The pool as its users know it. */
  get pool(): Pool {
    return this as unknown as Pool;
  }

  async query(text: string, values?: unknown[]): Promise<unknown> {
    this.#checkReach();
    return this.#pool.query(text, values);
  }

  async connect(): Promise<Pick<PoolClient, 'query' | 'release'>> {
    this.#checkReach();
    const client = await this.#pool.connect();
    const query = async (text: string, values?: unknown[]): Promise<unknown> => {
      const result = await client.query(text, values);
      if (this.#loses === 'nothing' || !this.#isLost(text)) return result;
      this.isAway = this.#loses === 'database';
      this.#loses = 'nothing';
      throw new Error('the connection was lost after the statement');
    };
    return { query, release: () => client.release() } as unknown as PoolClient;
  }

  end(): Promise<void> {
    return Promise.resolve();
  }

  #checkReach(): void {
    if (this.isAway) throw new Error('the database is away');
  }
}
