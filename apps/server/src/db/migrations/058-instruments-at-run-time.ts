import { type Kysely, sql } from 'kysely';

/**
 * Instruments that come and go at run time.
 *
 * - instruments.names: names by language, given by the operator; without one, the catalogue's.
 * - instruments.delisted_at: a delisted instrument stays for the past of accounts. Its code may be used again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instruments
    drop constraint instruments_code_key,
    add column names jsonb not null default '{}',
    add column delisted_at timestamptz`.execute(db);
  await sql`create unique index instruments_listed_code on instruments (code) where delisted_at is null`.execute(db);
}

/** Reverts `up`. Delisted instruments must be renamed first when their code was used again. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index instruments_listed_code`.execute(db);
  await sql`alter table instruments
    drop column delisted_at,
    drop column names,
    add constraint instruments_code_key unique (code)`.execute(db);
}
