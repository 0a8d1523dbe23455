import { type Kysely, sql } from 'kysely';

/**
 * Payouts that one person claims, money that comes back, approvals of identities that are revoked, and the history of
 * payment terms and roles.
 *
 * - withdrawals.claimed_by, claimed_at: the member of staff who pays an approved withdrawal, and since when.
 * - adjustments.about, about_id: the paid withdrawal that was returned, or the credited deposit that was charged back.
 * - identity_submissions: an approval can be revoked. A revoked one keeps the approval's time, reviewer and country.
 * - record_changes: what changed in payment terms and roles, by whom, and the version of the record after it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table withdrawals
    add column claimed_by bigint references staff (id),
    add column claimed_at timestamptz,
    add check ((claimed_by is null) = (claimed_at is null))`.execute(db);
  await sql`alter table adjustments
    add column about text check (about in ('withdrawal', 'deposit')),
    add column about_id bigint,
    add check ((about is null) = (about_id is null))`.execute(db);
  await sql`create index adjustments_about on adjustments (about, about_id) where about is not null`.execute(db);
  await sql`alter table identity_submissions
    drop constraint identity_submissions_status_check,
    add constraint identity_submissions_status_check check (status in ('waiting', 'finished', 'rejected', 'revoked')),
    add column revoked_at timestamptz,
    add column revoked_by bigint`.execute(db);
  await dropUnnamedChecks(db);
  await sql`alter table identity_submissions
    add constraint identity_country check ((status in ('finished', 'revoked')) = (country is not null)),
    add constraint identity_reason check ((status in ('rejected', 'revoked')) = (reason is not null)),
    add constraint identity_revoked check ((status = 'revoked') = (revoked_at is not null and revoked_by is not null))`.execute(
    db,
  );
  await sql`drop index identity_current`.execute(db);
  await sql`create unique index identity_current on identity_submissions (user_id)
    where status in ('waiting', 'finished')`.execute(db);
  await sql`create table record_changes (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    -- A kind of proposals: network, collect_coin, receiving_account, draw_currency, staff_roles.
    kind text not null,
    record_id bigint not null,
    record_name text not null,
    -- The record's version after the change; 0 for records without versions.
    version integer not null,
    -- The author, and the second person who approved it.
    staff_name text not null,
    -- The changed values, JSON.
    before text not null,
    after text not null
  )`.execute(db);
  await sql`create index record_changes_of on record_changes (kind, record_id, version)`.execute(db);
  await sql`create trigger record_changes_append_only before update or delete on record_changes
    for each row execute function refuse_change()`.execute(db);
}

/** The checks of the first version have names that PostgreSQL chose; those on country and reason are replaced. */
async function dropUnnamedChecks(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = 'identity_submissions'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) ~ '(country|reason) IS NOT NULL'`.execute(db);
  for (const { name } of rows) await sql`alter table identity_submissions drop constraint ${sql.ref(name)}`.execute(db);
}

/** Reverts `up`. Revoked approvals become rejections. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table record_changes`.execute(db);
  await sql`alter table identity_submissions
    drop constraint identity_country, drop constraint identity_reason, drop constraint identity_revoked,
    drop constraint identity_submissions_status_check`.execute(db);
  await sql`update identity_submissions set status = 'rejected', country = null where status = 'revoked'`.execute(db);
  await sql`alter table identity_submissions
    drop column revoked_at, drop column revoked_by,
    add check (status in ('waiting', 'finished', 'rejected')),
    add check ((status = 'finished') = (country is not null)),
    add check ((status = 'rejected') = (reason is not null))`.execute(db);
  await sql`drop index identity_current`.execute(db);
  await sql`create unique index identity_current on identity_submissions (user_id) where status <> 'rejected'`.execute(
    db,
  );
  await sql`drop index adjustments_about`.execute(db);
  await sql`alter table adjustments drop column about, drop column about_id`.execute(db);
  await sql`alter table withdrawals drop column claimed_by, drop column claimed_at`.execute(db);
}
