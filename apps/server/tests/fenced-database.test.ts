import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database } from '../src/db/database.ts';
import { fencedDatabase } from '../src/db/fenced-database.ts';
import { NotReadyError } from '../src/platform/not-ready-error.ts';
import { createTestDatabase } from './support/database.ts';

const testDatabase = await createTestDatabase();
let database: Database;
let fenced: Database;
const fence = {
  mayAct: true,
  asked: 0,
  require: (): Promise<void> => {
    fence.asked += 1;
    return fence.mayAct ? Promise.resolve() : Promise.reject(new NotReadyError('fenced'));
  },
};

beforeAll(async () => {
  database = await testDatabase.open();
  fenced = fencedDatabase(database, fence);
});
beforeEach(() => {
  fence.mayAct = true;
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it('gives sessions of the same pools while the process may act', async () => {
  for (const part of [fenced, fenced.trading, fenced.calls, fenced.reports]) {
    expect((await part.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(await part.kysely.selectFrom('accounts').select('id').limit(0).execute()).toEqual([]);
  }
  await expect(fenced.pool.query('select no_column')).rejects.toThrow('no_column');
  const client = await fenced.pool.connect();
  client.release();
  expect(fenced.pool.totalCount).toBe(database.pool.totalCount);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

it('gives none while another process may do its work, by any of its ways', async () => {
  fence.mayAct = false;
  const ways: readonly (() => Promise<unknown>)[] = [
    () => fenced.pool.query('select 1'),
    () => fenced.calls.pool.connect(),
    () => fenced.reports.kysely.selectFrom('accounts').select('id').execute(),
    () => fenced.kysely.transaction().execute(() => Promise.resolve()),
    () => new Promise((done, fail) => fenced.pool.connect((error, client) => (error ? fail(error) : done(client)))),
  ];
  for (const way of ways) await expect(way()).rejects.toThrow(NotReadyError);
  // Work that is not under the role goes on.
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('keeps a session back that was opened too late, and gives it to nobody', async () => {
  const busy: PoolClient[] = [];
  while (busy.length < (database.pool.options.max ?? 0)) busy.push(await database.pool.connect());
  const asked = fence.asked;
  const query = fenced.pool.query('select 1');
  await expect.poll(() => fence.asked).toBe(asked + 1);
  fence.mayAct = false;
  for (const client of busy) client.release();
  await expect(query).rejects.toThrow(NotReadyError);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});
