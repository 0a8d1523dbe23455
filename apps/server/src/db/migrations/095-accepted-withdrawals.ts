import { type Kysely, sql } from 'kysely';

/**
 * Adds to withdrawals whether their owner was told of success before the engine decided about the money: such a one does
 * not disappear when the engine refuses it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table withdrawals add column accepted boolean not null default false`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table withdrawals drop column accepted`.execute(db);
}
