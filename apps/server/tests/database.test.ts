import { afterAll, expect, it } from 'vitest';
import { DatabaseInUseError } from '../src/db/lock.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { createPool } from '../src/db/pool.ts';
import { inSnapshot } from '../src/db/snapshot.ts';
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

it('lets a snapshot be idle for longer than the operator lets other transactions', async () => {
  const opened = await database.open();
  const pool = createPool({ ...opened.connection, options: '-c idle_in_transaction_session_timeout=1' }, { max: 1 });
  const read = await inSnapshot(pool, async (client) => {
    const first = await client.query<{ at: Date }>('select now() as at');
    // Work on what was read, such as writing it to a file.
    await opened.pool.query('select pg_sleep(0.1)');
    const second = await client.query<{ at: Date }>('select now() as at');
    return [first, second].map(({ rows }) => rows[0]?.at.getTime());
  });
  expect(read[1]).toBe(read[0]);
  const { rows } = await pool.query<{ limit: string }>(
    `select current_setting('idle_in_transaction_session_timeout') as limit`,
  );
  expect(rows).toEqual([{ limit: '1ms' }]);
  await pool.end();
  await opened.close();
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
