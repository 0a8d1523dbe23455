import { type Kysely, sql } from 'kysely';

/** A market is in a burst from the row that begins it to the row that ends it, so that a recovery continues it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table markets add column burst boolean not null default false`.execute(db);
}
