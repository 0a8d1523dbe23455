import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

export type TransferRow = Selectable<Tables['transfers']>;

/** One page of an account’s transfers, newest first, and how many there are. */
export async function readTransfers(db: Kysely<Tables>, account: number, offset: number, limit: number): Promise<{ readonly rows: TransferRow[]; readonly total: number }> {
  const mine = db.selectFrom('transfers').where('account', '=', BigInt(account));
  const [rows, { total }] = await Promise.all([
    mine.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute(),
    mine.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
