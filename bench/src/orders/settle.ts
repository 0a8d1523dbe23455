import type { Database } from '../../../apps/server/src/db/database.ts';

/**
 * Brings PostgreSQL into the state of a long-running server before each measurement: it recycles WAL files instead of
 * creating new ones (30 ms each, during which nothing commits), and no checkpoint is due.
 */
export async function settle(database: Database): Promise<void> {
  for (let file = 0; file < 48; file += 1)
    await database.pool.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`);
  await database.pool.query('checkpoint');
  global.gc?.();
}
