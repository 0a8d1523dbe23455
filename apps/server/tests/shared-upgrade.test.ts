import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../src/db/client.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { DatabaseInUseError, takeServerLock } from '../src/db/lock.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';

let database: TestDatabase;
const open: Database[] = [];

/** Opens the database as one of several processes. */
async function openShared(onLost: (reason: Error) => void = fail): Promise<Database> {
  const { DATABASE_URL: databaseUrl, FAIRLOT_DATABASE_OWNER_URL: ownerUrl } = database.settings;
  const opened = await openDatabase({ dataFolder: '', databaseUrl, ownerUrl, isShared: true, log: silentLog, onLost });
  open.push(opened);
  return opened;
}

function fail(reason: Error): never {
  throw reason;
}

function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return withClient({ connectionString: database.url }, work);
}

const tables = (): Promise<number> =>
  asOwner(async (client) => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    return Number(rows[0]?.count);
  });

beforeEach(async () => {
  database = await createTestDatabase('empty');
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await database.drop();
});

describe('a process of a newer version', () => {
  it('does not migrate while processes of an earlier version run, and does once they have ended', async () => {
    const earlier = await takeServerLock({ connectionString: database.url }, () => undefined, {
      isShared: true,
    });
    await expect(openShared()).rejects.toThrow(DatabaseInUseError);
    expect(await tables()).toBe(0);
    await earlier.release();
    await Promise.all([openShared(), openShared(), openShared()]);
    expect(await tables()).toBeGreaterThan(0);
  });

  it('keeps out a server that expects to be the only one, from its start on', async () => {
    await openShared();
    await expect(database.open()).rejects.toThrow(DatabaseInUseError);
  });
});

it('a process ends when another version has migrated while its sessions were cut', async () => {
  const ended = new Promise<Error>((resolve) => {
    void openShared(resolve).then(() =>
      asOwner(async (client) => {
        await client.query(`insert into kysely_migration (name, timestamp) values ('999-later', '')`);
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairlot lock' and datname = current_database()`,
        );
      }),
    );
  });
  expect((await ended).message).toBe('the database was migrated by another version');
});

it('a lock whose check fails is given back, and its end is no loss', async () => {
  const connection = { connectionString: database.url };
  const failed = takeServerLock(connection, () => expect.unreachable('lost'), {
    check: () => Promise.reject(new Error('too many sessions')),
  });
  await expect(failed).rejects.toThrow('too many sessions');
  await (await takeServerLock(connection, () => undefined)).release();
});
