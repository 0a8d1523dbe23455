import type { Database } from '../../apps/server/src/db/database.ts';
import type { TradingHost } from '../../apps/server/src/trading/port.ts';
import { closePosition, openPosition } from './orders/host.ts';

/** Commands in flight: enough for full batches, fewer than the host's limit of uncommitted rows. */
const AT_ONCE = 2000;

/**
 * Fills the journal up to a number of rows with positions that open and close, through the host, so that the rows chain
 * and the tables follow from them. The positions that were open stay so. May add a row more than asked.
 */
export async function fillJournal(database: Database, host: TradingHost, rows: number): Promise<void> {
  const found = await database.pool.query<{ seq: bigint }>('select max(seq) as seq from journal where shard = 0');
  let left = rows - Number(found.rows[0]?.seq ?? 0n);
  while (left > 0) {
    const count = Math.min(AT_ONCE, Math.ceil(left / 2));
    const opened = await Promise.all(Array.from({ length: count }, () => openPosition(host)));
    await Promise.all(opened.map((position) => closePosition(host, position)));
    left -= 2 * count;
  }
}
