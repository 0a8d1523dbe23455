import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { SETTING_DEFAULTS, SiteSettings } from '../src/platform/site-settings.ts';
import { createTestDatabase } from './support/database.ts';
import { LosingPool } from './support/losing-pool.ts';

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

it('settings can be changed again after the answer of a commit was lost', async () => {
  const losing = new LosingPool(database.pool);
  const settings = await SiteSettings.open(losing.pool, SETTING_DEFAULTS);
  const by = { id: 1, name: 'Ada' };
  losing.loseNext('database');
  await expect(settings.change(0, { site_title: 'Harbour' }, [], by)).rejects.toThrow('the connection was lost');
  losing.isAway = false;
  expect(await settings.change(0, { site_title: 'Harbour' }, [], by)).toMatchObject({ problem: 'stale' });
  await settings.reload();
  expect([settings.get('site_title'), settings.version]).toEqual(['Harbour', 1]);
  expect(await settings.change(1, { site_title: 'Lantern' }, [], by)).toEqual({ ok: true });
});
