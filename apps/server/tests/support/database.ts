import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import type { Database } from '../../src/db/database.ts';

export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** An empty database of a test file's own, with the means to reach it in every way that the server knows. */
export interface TestDatabase {
  /** For DATABASE_URL of a whole server. */
  readonly url: string;
  /** Opens it: takes the server lock and migrates. */
  open(): Promise<Database>;
  /** Removes it; sessions that are left are cut. */
  drop(): Promise<void>;
}

/** Makes a fresh database on the run's PostgreSQL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
  return {
    url,
    open: () => openDatabase({ dataFolder: '', databaseUrl: url, log: silentLog }),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
