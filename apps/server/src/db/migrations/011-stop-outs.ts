import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What the trading core did to an account by itself is found by account and time: a client reads why a stop-out closed a
 * position. Commands of clients carry a key and stay out of it, so that an order costs no more than before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index journal_of_core on journal (account, time) where key is null and account is not null`.execute(
    db,
  );
}

/** Undoes `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index journal_of_core`.execute(db);
}
