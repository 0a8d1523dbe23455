import { type Kysely, sql } from 'kysely';

/**
 * The hosts of addresses with their @: a search for a part that contains one (user-search.ts). Not a partial index:
 * the planner would not use its statistics, and read all addresses of a common host before it orders them.
 */
const SEARCH = [sql`create index users_email_host on users (substr(email, strpos(email, '@')) text_pattern_ops)`];

/**
 * Messages of staff to selections of clients.
 *
 * - users.marketing_since: when the user agreed to news by mail; null without an agreement. marketing_ended_at: when
 *   the last agreement was taken back.
 * - bulk_messages: selection and texts are JSON. The counters follow the rows of bulk_recipients in each transaction.
 * - bulk_recipients: the clients of the selection at the release, each once. token_hash: SHA-256 of the token in a mail
 *   with which the client takes the agreement back.
 */
const MESSAGES = [
  sql`alter table users add column marketing_since timestamptz, add column marketing_ended_at timestamptz`,
  sql`create table bulk_messages (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('service', 'marketing')),
    by_chat boolean not null,
    by_mail boolean not null,
    selection text not null,
    texts text not null,
    state text not null check (state in ('waiting', 'rejected', 'sending', 'paused', 'stopped', 'done')),
    author_id bigint not null references staff (id),
    created_at timestamptz not null,
    releaser_id bigint references staff (id),
    released_at timestamptz,
    ended_at timestamptz,
    recipients integer not null default 0,
    sent integer not null default 0,
    skipped integer not null default 0,
    check (by_chat or by_mail),
    check (releaser_id is null or releaser_id <> author_id),
    check ((released_at is null) = (releaser_id is null)),
    check (state in ('waiting', 'rejected') or released_at is not null),
    check ((state in ('waiting', 'sending', 'paused')) = (ended_at is null)),
    check (sent + skipped <= recipients)
  )`,
  sql`create index bulk_messages_open on bulk_messages (id) where ended_at is null`,
  sql`create index bulk_messages_created on bulk_messages (created_at)`,
  sql`create table bulk_recipients (
    id bigint generated always as identity primary key,
    bulk_id bigint not null references bulk_messages (id),
    user_id bigint not null references users (id),
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'skipped')),
    language text not null default '',
    by_chat boolean not null default false,
    by_mail boolean not null default false,
    reason text check (reason in ('closed', 'no_way')),
    at timestamptz,
    token_hash bytea unique,
    unique (bulk_id, user_id),
    check ((state = 'waiting') = (at is null)),
    check ((state = 'skipped') = (reason is not null))
  )`,
  sql`create index bulk_recipients_waiting on bulk_recipients (bulk_id, id) where state = 'waiting'`,
  sql`create index bulk_recipients_of_user on bulk_recipients (user_id)`,
  sql`create index bulk_recipients_at on bulk_recipients (at) where at is not null`,
  // The mails of such messages that wait in the outbox.
  sql`create index outbox_bulk on outbox (id) where state = 'waiting' and template in ('bulk_service', 'bulk_marketing')`,
];

/** Creates what searches for hosts and messages to many clients need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...SEARCH, ...MESSAGES]) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outbox_bulk`.execute(db);
  await sql`drop table bulk_recipients, bulk_messages`.execute(db);
  await sql`alter table users drop column marketing_since, drop column marketing_ended_at`.execute(db);
  await sql`drop index users_email_host`.execute(db);
}
