import { type Kysely, sql } from 'kysely';

/** The remark that a user gives a bank account when it is bound. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table draw_methods add column bank_remark text not null default ''`.execute(db);
}

/** Undoes `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table draw_methods drop column bank_remark`.execute(db);
}
