import { type Kysely, sql } from 'kysely';

/**
 * Safe withdrawals: the times from which a new password or factor counts as known, the reason of a freeze, one-time
 * links with which owners freeze their accounts, and indexes with which old sessions are found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column password_changed_at timestamptz,
    -- The authenticator was turned on or off, or got new recovery codes.
    add column factor_changed_at timestamptz,
    -- Of the freeze in force. blocked_by is null when the owner froze the account with a link.
    add column blocked_reason text not null default '',
    add column blocked_by bigint`.execute(db);
  await sql`create table freeze_links (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    token_hash bytea not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`.execute(db);
  await sql`create index freeze_links_user on freeze_links (user_id, id)`.execute(db);
  await sql`create index freeze_links_expired on freeze_links (expires_at)`.execute(db);
  await sql`create index sessions_over on sessions (least(ended_at, expires_at))`.execute(db);
  await sql`create index sessions_unused on sessions (last_seen_at) where ended_at is null`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index sessions_unused`.execute(db);
  await sql`drop index sessions_over`.execute(db);
  await sql`drop table freeze_links`.execute(db);
  await sql`alter table users
    drop column password_changed_at,
    drop column factor_changed_at,
    drop column blocked_reason,
    drop column blocked_by`.execute(db);
}
