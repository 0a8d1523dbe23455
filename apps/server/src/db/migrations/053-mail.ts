import { type Kysely, sql } from 'kysely';

/**
 * Texts of mails that the house has changed. subject and text are null after the return to the built-in text, so that
 * versions go on.
 */
const STATEMENTS = [
  sql`create table mail_texts (
    id bigint generated always as identity primary key,
    kind text not null,
    language text not null,
    version integer not null check (version > 0),
    subject text,
    text text,
    staff_name text not null,
    at timestamptz not null,
    unique (kind, language),
    check ((subject is null) = (text is null))
  )`,
];

/** Creates the table of changed mail texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table mail_texts`.execute(db);
}
