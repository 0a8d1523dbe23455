import { type Kysely, sql } from 'kysely';

/** Staff, their actions and the settings. Money in settings is decimal dollars; only the trading core moves money. */
const TABLES = [
  sql`create table staff (
    id bigint generated always as identity primary key,
    -- Lower case.
    name text not null unique,
    roles text[] not null check (cardinality(roles) > 0),
    -- argon2id; null until the set-up link was used.
    password_hash text,
    -- Shared with the authenticator. The pending one is not confirmed yet.
    totp_secret bytea,
    totp_pending bytea,
    -- The last time step whose code was used: each code works once.
    totp_step bigint,
    created_at timestamptz not null default now(),
    disabled_at timestamptz
  )`,
  // One-time links for choosing a password. staff_id is null for the first administrator's link. Only SHA-256 hashes
  // are stored.
  sql`create table staff_links (
    id bigint generated always as identity primary key,
    staff_id bigint references staff (id),
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  sql`create table staff_sessions (
    id bigint generated always as identity primary key,
    staff_id bigint not null references staff (id),
    token_hash bytea not null unique,
    address text not null,
    agent text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  sql`create index staff_sessions_alive on staff_sessions (staff_id) where ended_at is null`,
  // Hash-chained: see staff/audit. The writer numbers the rows from 1 without gaps; a fork would repeat a previous
  // hash.
  sql`create table audit_log (
    id bigint primary key,
    at bigint not null,
    phase text not null check (phase in ('asked', 'answered', 'event')),
    of_id bigint,
    staff_id bigint,
    staff_name text not null,
    address text not null,
    action text not null,
    subject text,
    user_id bigint,
    input text not null,
    outcome text,
    previous bytea not null unique,
    hash bytea not null unique,
    check ((phase = 'answered') = (of_id is not null))
  )`,
  sql`create index audit_answers on audit_log (of_id) where of_id is not null`,
  sql`create index audit_of_user on audit_log (user_id, id) where user_id is not null`,
  sql`create index audit_of_subject on audit_log (subject, id) where subject is not null`,
  sql`create table site_settings (
    key text primary key,
    -- JSON
    value text not null
  )`,
  sql`create table site_setting_changes (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    version integer not null,
    staff_id bigint references staff (id),
    staff_name text not null,
    key text not null,
    before text,
    after text
  )`,
  sql`create table user_notes (
    id bigint generated always as identity primary key,
    user_id bigint not null,
    staff_id bigint not null references staff (id),
    at timestamptz not null default now(),
    text text not null
  )`,
  sql`create index user_notes_of_user on user_notes (user_id, id)`,
  // The office also lists ended sessions.
  sql`create index sessions_of_user_ever on sessions (user_id, id)`,
  // The office sums transfers by day. Times follow the order on disk, so a BRIN index stays small and costs almost
  // nothing to write.
  sql`create index transfers_time on transfers using brin (time)`,
  // Corrections of balances. Those above a limit wait for a second person. The key of the engine's command is
  // adjustment:<id>.
  sql`create table adjustments (
    id bigint generated always as identity primary key,
    user_id bigint not null,
    -- Micro-dollars, signed.
    amount bigint not null check (amount <> 0),
    memo text not null,
    state text not null check (state in ('waiting', 'approved', 'done', 'refused', 'rejected')),
    key text not null,
    author_id bigint not null references staff (id),
    approver_id bigint references staff (id),
    created_at timestamptz not null default now(),
    decided_at timestamptz,
    -- The engine's reason for a refusal.
    reason text,
    check (approver_id is null or approver_id <> author_id),
    unique (author_id, key)
  )`,
  sql`create table instrument_changes (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    staff_name text not null,
    instrument_id integer not null,
    -- Terms in the office's words, JSON.
    before text not null,
    after text not null
  )`,
  sql`create index adjustments_waiting on adjustments (id) where state in ('waiting', 'approved')`,
];

/**
 * Rejects changes of written rows on every connection. A superuser can drop the triggers, but the hash chain then
 * reveals changes.
 */
const APPEND_ONLY = [
  sql`create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FL002';
end $$`,
  sql`create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change()`,
  sql`create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change()`,
  sql`create trigger instrument_changes_append_only before update or delete on instrument_changes for each row execute function refuse_change()`,
  sql`create trigger user_notes_append_only before update or delete on user_notes for each row execute function refuse_change()`,
  sql`create trigger site_setting_changes_append_only before update or delete on site_setting_changes for each row execute function refuse_change()`,
];

/** Creates the office's tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...APPEND_ONLY]) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table instrument_changes, adjustments, user_notes, site_setting_changes, site_settings, audit_log, staff_sessions, staff_links, staff`.execute(
    db,
  );
  await sql`drop index sessions_of_user_ever, transfers_time`.execute(db);
  await sql`drop function refuse_change`.execute(db);
}
