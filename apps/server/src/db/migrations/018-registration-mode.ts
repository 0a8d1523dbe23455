import { type Kysely, sql } from 'kysely';

/**
 * `verify_reg_type` 2 meant either email or mobile, which is 0 from now on; 2 means email only. A stored 0 stays: it let
 * people register by either, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update site_settings set value = '0' where key = 'verify_reg_type' and value = '2'`.execute(db);
}

/** Nothing to undo: 0 had the effect of 2 before. */
export async function down(): Promise<void> {
  await Promise.resolve();
}
