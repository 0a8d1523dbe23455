import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, dropDatabase, loginUrl } from '../../../../tools/src/testing/postgres.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { silentLog } from './silent-log.ts';

export { silentLog };

/** A database for one test file. */
export interface TestDatabase {
  /** URL as the owner of the database, who may also change what the server may not. */
  readonly url: string;
  /** Settings for a server that works with a role of its own. */
  readonly settings: { readonly DATABASE_URL: string; readonly FAIRLOT_DATABASE_OWNER_URL: string };
  /** Opens the database as its owner: takes the server lock and migrates. */
  open(): Promise<Database>;
  /** Opens it like a tool: next to a server that has the lock. */
  openForReading(): Promise<Database>;
  /** Drops the database and cuts remaining sessions. */
  drop(): Promise<void>;
}

/**
 * Creates a database on the PostgreSQL of the test run: empty, for tests of a first start and of migrations; migrated; or
 * with the market's history up to the start of the run.
 */
export async function createTestDatabase(
  content: 'empty' | 'migrated' | 'history' = 'migrated',
): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = { empty: undefined, migrated: 'databaseMigrated', history: 'databaseTemplate' } as const;
  const from = template[content];
  const url = await createDatabase(server, name, from === undefined ? undefined : inject(from));
  return {
    url,
    settings: { DATABASE_URL: loginUrl(url, inject('databaseLogin')), FAIRLOT_DATABASE_OWNER_URL: url },
    open: () => openDatabase({ dataFolder: '', databaseUrl: url, log: silentLog }),
    openForReading: () => openDatabase({ dataFolder: '', databaseUrl: url, exclusive: false, log: silentLog }),
    drop: () => dropDatabase(server, name),
  };
}
