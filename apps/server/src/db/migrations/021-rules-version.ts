import { type Kysely, sql } from 'kysely';

/**
 * The version of the rules that decided a journal row (rulebookOf in the engine). All rows before this migration were
 * decided by the first rules.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table journal add column rules smallint not null default 1`.execute(db);
  await sql`alter table journal alter column rules drop default`.execute(db);
}
