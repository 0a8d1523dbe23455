import { type Kysely, sql } from 'kysely';

/**
 * Adds to the lease of a role the name of its holder's sessions, and those of former holders that were not ended yet: a
 * successor ends the sessions of a start of a process, and not those of one that was started since under the same name
 * (ADR 110).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table role_leases add column sessions text, add column former text[] not null default '{}'`.execute(
    db,
  );
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table role_leases drop column sessions, drop column former`.execute(db);
}
