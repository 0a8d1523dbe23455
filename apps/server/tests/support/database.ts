import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/src/testing/postgres.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';

export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A database for one test file. */
export interface TestDatabase {
  /** URL for the server's DATABASE_URL. */
  readonly url: string;
  /** Opens the database like the server: takes the server lock and migrates. */
  open(): Promise<Database>;
  /** Drops the database and cuts remaining sessions. */
  drop(): Promise<void>;
}

/**
 * Creates a database on the PostgreSQL of the test run: empty, or with the market's history up to the start of the run.
 */
export async function createTestDatabase(content: 'empty' | 'history' = 'empty'): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = await createDatabase(server, name, content === 'history' ? inject('databaseTemplate') : undefined);
  return {
    url,
    open: () => openDatabase({ dataFolder: '', databaseUrl: url, log: silentLog }),
    drop: () => dropDatabase(server, name),
  };
}
