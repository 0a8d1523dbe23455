import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { findMoves } from '../../trading/days/account-moves.ts';

export type TransferRow = Selectable<Tables['transfers']>;

/** One page of an account's transfers, newest first, and their total number. */
export async function readTransfers(
  db: Kysely<Tables>,
  account: number,
  offset: number,
  limit: number,
): Promise<{ readonly rows: TransferRow[]; readonly total: number }> {
  const { total, upTo, skip } = await findMoves(db, account, offset);
  if (upTo === undefined || offset >= total) return { rows: [], total };
  const rows = await db
    .selectFrom('transfers')
    .where('account', '=', BigInt(account))
    .where('id', '<=', upTo)
    .selectAll()
    .orderBy('id', 'desc')
    .offset(skip)
    .limit(limit)
    .execute();
  return { rows, total };
}
