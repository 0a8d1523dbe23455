import { type Kysely, sql } from 'kysely';

/** An index of the transfers that hold or release money for withdrawals, for the equity of past moments in statements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index transfers_withdrawal_hold on transfers (account, time)
    where debit_book = 'withdrawalHold' or credit_book = 'withdrawalHold'`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index transfers_withdrawal_hold`.execute(db);
}
