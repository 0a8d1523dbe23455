import { type Kysely, sql } from 'kysely';

/**
 * Requests of users who lost their authenticator and all recovery codes, codes by mail for them, and the events
 * that users see in their security log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sent_codes drop constraint sent_codes_purpose_check`.execute(db);
  await sql`alter table sent_codes
    add constraint sent_codes_purpose_check check (purpose in ('register', 'reset', 'factor'))`.execute(db);
  await sql`create table factor_resets (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    state text not null default 'waiting'
      check (state in ('waiting', 'checked', 'approved', 'done', 'refused', 'cancelled', 'expired')),
    asked_at timestamptz not null,
    address text not null,
    agent text not null,
    checked_by bigint references staff (id),
    checked_at timestamptz,
    checked_words text not null default '',
    approved_by bigint references staff (id),
    approved_at timestamptz,
    approved_words text not null default '',
    -- No second person had the right to approve.
    alone boolean not null default false,
    effective_at timestamptz,
    told_at timestamptz not null,
    ended_at timestamptz,
    ended_by bigint references staff (id),
    -- Words of staff to the user, or the deed of the owner that cancelled the request.
    ended_words text not null default '',
    check (approved_by is null or approved_by <> checked_by)
  )`.execute(db);
  await sql`create unique index factor_resets_open on factor_resets (user_id)
    where state in ('waiting', 'checked', 'approved')`.execute(db);
  await sql`create index factor_resets_user on factor_resets (user_id, id)`.execute(db);
  await sql`create index factor_resets_state on factor_resets (state, id)`.execute(db);
  await sql`create table security_events (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    kind text not null,
    at timestamptz not null,
    address text not null,
    agent text not null,
    count integer not null default 1
  )`.execute(db);
  await sql`create index security_events_user on security_events (user_id, id)`.execute(db);
  await sql`create index security_events_at on security_events (at)`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table security_events`.execute(db);
  await sql`drop table factor_resets`.execute(db);
  await sql`delete from sent_codes where purpose = 'factor'`.execute(db);
  await sql`alter table sent_codes drop constraint sent_codes_purpose_check`.execute(db);
  await sql`alter table sent_codes
    add constraint sent_codes_purpose_check check (purpose in ('register', 'reset'))`.execute(db);
}
