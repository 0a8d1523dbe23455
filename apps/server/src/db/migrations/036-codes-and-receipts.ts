import { type Kysely, sql } from 'kysely';

/**
 * Quotas of codes by who asks: `sent_codes.quota` names the quota that a code was counted in; empty for strangers,
 * otherwise a session or a network of the address's owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sent_codes add column quota text not null default ''`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sent_codes drop column quota`.execute(db);
}
