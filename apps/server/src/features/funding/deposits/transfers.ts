import { type Kysely, type SqlBool, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { TransferPlace } from '../checks/transaction-id.ts';

/** A deposit's type, its network of coins, and the number of its receiving account. */
type Place = TransferPlace & { readonly target_id: bigint };

/** First key of the advisory locks of transfers. */
const TRANSFER_LOCK = 5;

/** The column `network` of a deposit, which keeps one user from reporting a transfer twice. */
export function networkOf({ type, protocol_code: protocol, target_id: target }: Place): string {
  return type === 0 ? protocol : `account ${target}`;
}

/**
 * The name under which a transfer is credited once. IDs of coins are hashes, the same on every network that a house may
 * have named for them; references of banks belong to a receiving account.
 */
export function transferOf({ type, target_id: target }: Place, transaction: string): string {
  return type === 0 ? `coin ${transaction}` : `account ${target} ${transaction}`;
}

/** True when a transfer has been credited, with a deposit of anybody: a transaction of coins, or an output of it. */
export async function isCredited(db: Kysely<Tables>, transfer: string): Promise<boolean> {
  const row = await db
    .selectFrom('deposits')
    .select('id')
    .where('credited_as', 'is not', null)
    .where(sql<SqlBool>`transfer_span_of(credited_as) && transfer_span_of(${transfer})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Serializes decisions on a transaction and its outputs: two exclusions at once would be a deadlock. */
export async function lockTransfer(db: Transaction<Tables>, transaction: string): Promise<void> {
  const [bare = ''] = transaction.split(':');
  await sql`select pg_advisory_xact_lock(${TRANSFER_LOCK}, hashtext(${bare}))`.execute(db);
}
