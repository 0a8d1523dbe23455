import { type Kysely, sql } from 'kysely';

/**
 * - mail_texts: texts of mails that the house has changed. subject and text are null after the return to the built-in
 *   text, so that versions go on.
 * - users.statement_mail: mails about the daily statement; statement_mail_at: the last choice.
 * - statement_mail_days: days since 1970 whose mails are planned up to the user after_user.
 * - outbox.stop_url: the address that ends mails of this kind with one click.
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
  sql`alter table users
    add column statement_mail text not null default 'off' check (statement_mail in ('off', 'active', 'daily')),
    add column statement_mail_at timestamptz`,
  sql`create index users_statement_mail on users (id) where statement_mail <> 'off'`,
  sql`create table statement_mail_days (
    day integer primary key,
    after_user bigint not null,
    ended boolean not null
  )`,
  sql`alter table outbox add column stop_url text`,
];

/** Creates what texts of mails and mails about daily statements need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table mail_texts, statement_mail_days`.execute(db);
  await sql`alter table users drop column statement_mail, drop column statement_mail_at`.execute(db);
  await sql`alter table outbox drop column stop_url`.execute(db);
}
