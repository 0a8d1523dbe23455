import { type Kysely, sql } from 'kysely';
import { searchedName } from '../../platform/plain-name.ts';

/** Names that are written in one statement. */
const AT_ONCE = 5_000;

/**
 * Staff find a client by anything that identifies: the indexes of a search.
 *
 * - identity_submissions.search_name: the words of `name` in the form of `searchedName`.
 */
const SEARCH = [
  sql`alter table identity_submissions add column search_name text not null default ''`,
  sql`create index draw_methods_address on draw_methods (lower(dc_address) text_pattern_ops) where dc_address <> ''`,
  sql`create index draw_methods_account on draw_methods (lower(payee_account) text_pattern_ops) where payee_account <> ''`,
  sql`create index withdrawals_of_reference on withdrawals (lower(replace(reference, ' ', ''))) where reference <> ''`,
  sql`create index sessions_of_address on sessions (address, user_id)`,
];

/**
 * Records of staff about clients.
 *
 * - user_notes.strikes: the earlier note that a note strikes out. Notes themselves are never changed.
 * - client_tasks: for a role or for one member of staff; due_on is a day in UTC.
 * - client_messages: what staff sent to a user from the user's page. sent_by: the way besides the support chat.
 * - client_links: two users who are the same person; user_id is the lower number. Nothing is ever merged.
 */
const RECORDS = [
  sql`alter table user_notes add column strikes bigint references user_notes (id)`,
  sql`create unique index user_notes_strikes on user_notes (strikes) where strikes is not null`,
  sql`create table client_tasks (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    text text not null,
    for_role text,
    for_staff_id bigint references staff (id),
    due_on date not null,
    author_id bigint not null references staff (id),
    created_at timestamptz not null,
    done_at timestamptz,
    done_by_id bigint references staff (id),
    check ((for_role is null) <> (for_staff_id is null)),
    check ((done_at is null) = (done_by_id is null))
  )`,
  sql`create index client_tasks_open on client_tasks (due_on, id) where done_at is null`,
  sql`create index client_tasks_done on client_tasks (done_at) where done_at is not null`,
  sql`create index client_tasks_of_user on client_tasks (user_id, id)`,
  sql`create table client_messages (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    staff_id bigint not null references staff (id),
    at timestamptz not null,
    text text not null,
    sent_by text not null check (sent_by in ('mail', 'sms', 'chat')),
    key text not null,
    unique (staff_id, key)
  )`,
  sql`create index client_messages_of_user on client_messages (user_id, id)`,
  sql`create index client_messages_at on client_messages (at)`,
  sql`create table client_links (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    other_id bigint not null references users (id),
    reason text not null,
    staff_id bigint not null references staff (id),
    at timestamptz not null,
    ended_at timestamptz,
    ended_by bigint references staff (id),
    end_reason text not null default '',
    check (user_id < other_id),
    check ((ended_at is null) = (ended_by is null))
  )`,
  sql`create unique index client_links_open on client_links (user_id, other_id) where ended_at is null`,
  sql`create index client_links_of_other on client_links (other_id)`,
];

/**
 * Changes of email addresses, which the new and the old mailbox confirm by links. needs_staff: the old one is lost, so
 * two members of staff agree, and the change waits until effective_at.
 */
const EMAILS = [
  sql`alter table users add column email_changed_at timestamptz`,
  sql`create table email_changes (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    new_email text not null,
    state text not null default 'open' check (state in ('open', 'done', 'refused', 'cancelled', 'expired')),
    asked_at timestamptz not null,
    -- Member of staff; null for the owner.
    asked_by bigint references staff (id),
    reason text not null,
    needs_staff boolean not null,
    address text not null,
    agent text not null,
    -- SHA-256 of the tokens; the tokens themselves are only in the messages.
    new_token_hash bytea not null unique,
    old_token_hash bytea not null unique,
    new_confirmed_at timestamptz,
    old_confirmed_at timestamptz,
    checked_by bigint references staff (id),
    checked_at timestamptz,
    checked_words text not null default '',
    approved_by bigint references staff (id),
    approved_at timestamptz,
    approved_words text not null default '',
    effective_at timestamptz,
    told_at timestamptz not null,
    ended_at timestamptz,
    ended_by bigint references staff (id),
    -- Words of staff to the user, or why it was cancelled.
    ended_words text not null default '',
    check (approved_by is null or approved_by <> checked_by),
    check ((state = 'open') = (ended_at is null))
  )`,
  sql`create unique index email_changes_open on email_changes (user_id) where state = 'open'`,
  sql`create index email_changes_user on email_changes (user_id, id)`,
  sql`create index email_changes_state on email_changes (state, id)`,
];

/** Without the extension, a search for a name reads all names, as one for an address does (029-bounded-reads.ts). */
const NAMES = sql`do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index identity_search_name on identity_submissions using gin (search_name gin_trgm_ops);
  end if;
end $$`;

/** Writes the searched form of all names. */
async function fillNames(db: Kysely<unknown>): Promise<void> {
  for (let after = 0n; ;) {
    const { rows } = await sql<{ id: bigint; name: string }>`
      select id, name from identity_submissions where id > ${after} order by id limit ${AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    await sql`update identity_submissions s set search_name = n.name
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ name }) => searchedName(name))}::text[]) n (id, name)
      where s.id = n.id`.execute(db);
    after = rows.at(-1)?.id ?? after;
  }
}

/** Creates what the search for clients and the records about them need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...SEARCH, ...RECORDS, ...EMAILS]) await statement.execute(db);
  await fillNames(db);
  await NAMES.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table email_changes, client_links, client_messages, client_tasks`.execute(db);
  await sql`alter table users drop column email_changed_at`.execute(db);
  await sql`drop index user_notes_strikes`.execute(db);
  await sql`alter table user_notes drop column strikes`.execute(db);
  await sql`drop index if exists identity_search_name`.execute(db);
  await sql`drop index sessions_of_address, withdrawals_of_reference, draw_methods_account, draw_methods_address`.execute(
    db,
  );
  await sql`alter table identity_submissions drop column search_name`.execute(db);
}
