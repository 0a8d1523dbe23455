import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it.each(['tables', 'journal'])(
  'recovers without a command when the database ends its idle session of the %s',
  async (session) => {
    const started: string[] = [];
    const log = { ...silentLog, info: (line: string) => started.push(line) };
    const { host, fatal } = await startTestHost(database, { log });
    const account = session === 'tables' ? 1 : 2;
    await host.submit(openAccount(account));
    await host.submit(buy(account, 'a'));
    await host.settled();
    const states: boolean[] = [];
    host.onRollback(() => states.push(host.ready));
    const before = started.length;
    const { rowCount } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like $1 and datname = current_database()`,
      [`fairlot ${session}%`],
    );
    expect(rowCount).toBe(1);
    // At the loss, and after the recovery.
    await expect.poll(() => states).toEqual([false, true]);
    expect(started.slice(before)).toEqual([expect.stringContaining('continues after row')]);
    expect(host.account(account)).toMatchObject({ positions: [expect.anything()] });
    expect(await host.submit(buy(account, 'b'))).toMatchObject({ ok: true });
    expect(fatal).toEqual([]);
    await host.stop();
  },
);
