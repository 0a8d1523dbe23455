import { type Kysely, sql } from 'kysely';

/**
 * Adds to the lease of a role the name of its holder's sessions, so that a successor ends those of that start of the
 * process, and not those of one that was started since under the same name (ADR 110).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table role_leases add column sessions text`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table role_leases drop column sessions`.execute(db);
}
