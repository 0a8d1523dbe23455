import { afterAll, expect, it } from 'vitest';
import { DatabaseInUseError } from '../src/db/lock.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { createTestDatabase } from './support/database.ts';

const database = await createTestDatabase('empty');
afterAll(() => database.drop());

it('is migrated, returns exact integers, and belongs to one server at a time', async () => {
  const first = await database.open();
  const { rows } = await first.pool.query<{ n: bigint }>('select 9223372036854775807::bigint as n');
  expect(rows).toEqual([{ n: 9223372036854775807n }]);
  await expect(first.kysely.selectFrom('journal').select('seq').execute()).resolves.toEqual([]);

  await expect(database.open()).rejects.toBeInstanceOf(DatabaseInUseError);
  await first.close();
  // Idle sessions would keep a command alive for half a minute, also those that kysely has not used.
  expect([first.trading, first.calls, first.reports].map(({ pool }) => pool.ended)).toEqual([true, true, true]);
  const second = await database.open();
  await second.close();
});

it('refuses a migration that comes before an applied one, because that order was never tested', async () => {
  const opened = await database.open();
  const { rows: before } = await opened.pool.query<{ name: string }>('select name from kysely_migration order by name');
  expect(before.map(({ name }) => name)).toEqual(Object.keys(migrations));
  await opened.pool.query(`delete from kysely_migration where name = '014-transfer-days'`);
  await opened.pool.query('drop table transfer_days, transfer_days_through');
  await opened.close();
  await expect(database.open()).rejects.toThrow('the database could not be migrated');
});
