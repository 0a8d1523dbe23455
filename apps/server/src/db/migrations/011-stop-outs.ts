import { type Kysely, sql } from 'kysely';

/**
 * An index of the trading core's own actions by account and time, so that a client can read why a stop-out closed a
 * position. Commands of clients have a key and are not in the index, so orders cost no more than before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index journal_of_core on journal (account, time) where key is null and account is not null`.execute(
    db,
  );
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index journal_of_core`.execute(db);
}
