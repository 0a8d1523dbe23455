/**
 * Brings PostgreSQL into the state of a long-running server before each measurement: it recycles WAL files instead of
 * creating new ones (30 ms each, during which nothing commits), and no checkpoint is due.
 */
export async function settle(session: { query(text: string): Promise<unknown> }): Promise<void> {
  for (let file = 0; file < 48; file += 1)
    await session.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`);
  await session.query('checkpoint');
  global.gc?.();
}
