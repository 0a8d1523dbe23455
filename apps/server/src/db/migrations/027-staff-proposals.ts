import { type Kysely, sql } from 'kysely';

const TERMS = ['charge_networks', 'collect_coins', 'receiving_accounts', 'draw_currencies'];

/**
 * Changes of settings and payment terms that wait for a second person, and a version of each record of the payment
 * terms, so that a stale form cannot restore an old value.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TERMS)
    await sql`alter table ${sql.table(table)} add column version integer not null default 1`.execute(db);
  await sql`create table staff_proposals (
    id bigint generated always as identity primary key,
    kind text not null,
    -- The record that changes; null for the settings and for a new record.
    subject_id bigint,
    -- The changed values in the wire's words, JSON.
    before text not null,
    after text not null,
    -- The version of the record or of the changed settings when the change was proposed.
    base_version integer not null,
    state text not null check (state in ('waiting', 'approved', 'done', 'refused', 'rejected')),
    author_id bigint not null references staff (id),
    -- The person who decided. The author can only withdraw.
    approver_id bigint references staff (id),
    created_at timestamptz not null,
    decided_at timestamptz,
    -- An approved change without a time takes effect at once.
    effective_at timestamptz,
    -- No second person had the right: takes effect at effective_at without an approval.
    alone boolean not null,
    -- The reason of a refusal.
    reason text,
    check (state = 'rejected' or approver_id is null or approver_id <> author_id),
    check (not alone or effective_at is not null)
  )`.execute(db);
  await sql`create index staff_proposals_pending on staff_proposals (id) where state in ('waiting', 'approved')`.execute(
    db,
  );
}

/** Undoes `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table staff_proposals`.execute(db);
  for (const table of TERMS) await sql`alter table ${sql.table(table)} drop column version`.execute(db);
}
