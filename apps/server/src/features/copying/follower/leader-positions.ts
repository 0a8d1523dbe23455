import type { LeaderPosition } from '@fairlot/copying';
import { asLots, asPrice } from '@fairlot/domain';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';

/** Positions of leaders at the watermark of their shard. */
export async function readPositions(db: Kysely<Tables>, shard: number): Promise<readonly LeaderPosition[]> {
  const rows = await db.selectFrom('copy_positions').selectAll().where('shard', '=', shard).execute();
  return rows.map((row) => ({
    order: Number(row.order_id),
    account: Number(row.leader_id),
    instrument: row.instrument,
    side: row.side,
    lots: asLots(row.lots),
    stopLoss: row.stop_loss === null ? undefined : asPrice(row.stop_loss),
    takeProfit: row.take_profit === null ? undefined : asPrice(row.take_profit),
  }));
}

/** Stores positions, or what has changed of them. */
export async function putPositions(
  db: Transaction<Tables>,
  shard: number,
  positions: readonly LeaderPosition[],
): Promise<void> {
  if (positions.length === 0) return;
  await db
    .insertInto('copy_positions')
    .values(
      positions.map(({ order, account, instrument, side, lots, stopLoss, takeProfit }) => ({
        order_id: BigInt(order),
        leader_id: BigInt(account),
        shard,
        instrument,
        side,
        lots,
        stop_loss: stopLoss ?? null,
        take_profit: takeProfit ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet((row) => ({
        lots: row.ref('excluded.lots'),
        stop_loss: row.ref('excluded.stop_loss'),
        take_profit: row.ref('excluded.take_profit'),
      })),
    )
    .execute();
}
