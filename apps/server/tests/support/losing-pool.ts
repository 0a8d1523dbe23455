import type { Pool, PoolClient } from 'pg';

/** A pool that carries out one statement and then loses its answer, as if the connection broke after it. */
export class LosingPool {
  readonly #pool: Pool;
  #losesNext = false;
  readonly #isLost: (text: string) => boolean;

  /** `isLost` tells which statement it is; default: a commit. */
  constructor(pool: Pool, isLost: (text: string) => boolean = (text) => text === 'commit') {
    this.#pool = pool;
    this.#isLost = isLost;
  }

  /** Loses the answer of the next such statement. */
  loseNext(): void {
    this.#losesNext = true;
  }

  /** The pool as its users know it. */
  get pool(): Pool {
    return this as unknown as Pool;
  }

  async connect(): Promise<Pick<PoolClient, 'query' | 'release'>> {
    const client = await this.#pool.connect();
    const query = async (text: string, values?: unknown[]): Promise<unknown> => {
      const result = await client.query(text, values);
      if (!this.#losesNext || !this.#isLost(text)) return result;
      this.#losesNext = false;
      throw new Error('the connection was lost after the statement');
    };
    return { query, release: () => client.release() } as unknown as PoolClient;
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}
