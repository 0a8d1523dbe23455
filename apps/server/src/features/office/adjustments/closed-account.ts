import type { Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';

/**
 * True when an amount would be credited to an account that is finally closed: its owner can't sign in any more, so
 * nobody could withdraw it. An open account stays open until the end of the transaction: closing waits, and then finds
 * the correction.
 */
export async function isOutOfReach(db: Transaction<Tables>, user: number, amount: bigint): Promise<boolean> {
  if (amount < 0n) return false;
  const row = await db
    .selectFrom('users')
    .select('closed_at')
    .where('id', '=', BigInt(user))
    .forShare()
    .executeTakeFirstOrThrow();
  return row.closed_at !== null;
}
