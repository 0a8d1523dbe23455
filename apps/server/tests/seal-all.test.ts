import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { sealAll } from '../src/security/secrets/seal-all.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { createTestDatabase } from './support/database.ts';
import { fillClients } from './support/many-clients.ts';
import { query } from './support/real-user.ts';

it('seals documents with reads that grow with their number, not with its square', async () => {
  const count = 5_000;
  const database = await createTestDatabase();
  const opened = await database.open();
  const pool = new Pool({ connectionString: database.url, max: 1 });
  await fillClients(pool, count);
  await pool.end();
  const reads = async (): Promise<number> => {
    const [row] = await query<{ reads: string }>(
      { databaseUrl: database.url },
      `select seq_tup_read + idx_tup_fetch as reads from pg_stat_user_tables where relname = 'identity_submissions'`,
    );
    return Number(row?.reads);
  };
  const before = await reads();
  expect(await sealAll(opened.kysely, new Secrets([randomBytes(32)]))).toBe(count);
  // Sessions report their reads at the latest when they end.
  await opened.close();
  expect((await reads()) - before).toBeLessThan(3 * count);
  await database.drop();
});
