import { type Kysely, sql } from 'kysely';

/** The receiver of each leader's fee. Fees of before were marked as paid whether or not the leader had an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table copy_fees add column paid_to text check (paid_to in ('leader', 'copier', 'house'))`.execute(db);
  // Fees that no account has taken; few rows.
  await sql`create index copy_fees_held on copy_fees (id) where paid_to = 'house'`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index copy_fees_held`.execute(db);
  await sql`alter table copy_fees drop column paid_to`.execute(db);
}
