import { Client } from 'pg';
import type { TestServer } from './server.ts';

/** Runs `work` while no other session can read these tables. */
export async function whileLocked<T>(
  server: Pick<TestServer, 'databaseUrl'>,
  tables: string,
  work: () => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query(`begin; lock table ${tables} in access exclusive mode`);
    return await work();
  } finally {
    await client.end();
  }
}
