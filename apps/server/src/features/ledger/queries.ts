import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { movesOf } from '../../trading/days/account-moves.ts';

export type TransferRow = Selectable<Tables['transfers']>;

/** One page of an account's transfers, newest first, and their total number. */
export async function readTransfers(
  db: Kysely<Tables>,
  account: number,
  offset: number,
  limit: number,
): Promise<{ readonly rows: TransferRow[]; readonly total: number }> {
  const [rows, sums] = await Promise.all([
    db
      .selectFrom('transfers')
      .where('account', '=', BigInt(account))
      .selectAll()
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    sql<{ total: bigint | null }>`select sum(m.transfers)::bigint as total from ${movesOf(account)} m`.execute(db),
  ]);
  return { rows, total: Number(sums.rows[0]?.total ?? 0n) };
}
