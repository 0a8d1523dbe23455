import type { Database } from '../../apps/server/src/db/database.ts';
import { ACCOUNTS } from './orders/host.ts';

const FILL = `insert into journal (shard, seq, epoch, time, account, key, key_print, command, markets, outcome, events, hash, rules)
  select 0, last.seq + n, last.epoch, last.time, 1 + n % ${ACCOUNTS}, gen_random_uuid()::text, hashtextextended(n::text, 7), last.command, last.markets, last.outcome, last.events, last.hash, last.rules
  from generate_series(1, $1::integer) n, (select * from journal order by seq desc limit 1) last`;

/** Fills the journal up to a number of rows with copies of the last one, under new keys. Only their size and number matter. */
export async function fillJournal(database: Database, rows: number): Promise<void> {
  const found = await database.pool.query<{ count: string }>('select count(*)::text as count from journal');
  await database.pool.query(FILL, [rows - Number(found.rows[0]?.count)]);
}
