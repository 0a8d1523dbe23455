import type { Transaction } from 'kysely';
import type { Tables } from './tables/index.ts';

/** Locks the row of a user until the end of the transaction, so that others that lock it wait. Throws without such a user. */
export async function lockUser(transaction: Transaction<Tables>, user: bigint | number): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', BigInt(user))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
