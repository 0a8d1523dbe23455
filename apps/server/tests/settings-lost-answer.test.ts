import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { SETTING_DEFAULTS, SiteSettings } from '../src/platform/site-settings.ts';
import { createTestDatabase } from './support/database.ts';

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
  await database.pool.query(`insert into staff (name, roles) values ('Ada', '{administrator}')`);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** A pool whose database goes away right after its next commit, until `isAway` is false. */
class LosingPool {
  isAway = false;
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  query(text: string): Promise<unknown> {
    return this.isAway ? Promise.reject(new Error('the database is away')) : this.#pool.query(text);
  }

  async connect(): Promise<Pick<PoolClient, 'query' | 'release'>> {
    const client = await this.#pool.connect();
    const query = async (text: string, values?: unknown[]): Promise<unknown> => {
      const result = await client.query(text, values);
      if (text !== 'commit') return result;
      this.isAway = true;
      throw new Error('the connection was lost after the commit');
    };
    return { query, release: () => client.release() } as unknown as PoolClient;
  }
}

it('settings can be changed again after the answer of a commit was lost', async () => {
  const pool = new LosingPool(database.pool);
  const settings = await SiteSettings.open(pool as unknown as Pool, SETTING_DEFAULTS);
  const by = { id: 1, name: 'Ada' };
  await expect(settings.change(0, { site_title: 'Harbour' }, [], by)).rejects.toThrow('the connection was lost');
  pool.isAway = false;
  expect(await settings.change(settings.version, { site_title: 'Harbour' }, [], by)).toMatchObject({
    problem: 'stale',
  });
  expect(settings.get('site_title')).toBe('Harbour');
  expect(settings.version).toBe(1);
});
