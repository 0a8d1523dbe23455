import { type Kysely, sql } from 'kysely';

/**
 * The dealing desk.
 *
 * - restricted_instruments: instruments that are halted or only closed in, by shard; the journal has every change.
 * - desk_deeds: closes and cancels that staff decided for clients. The key of the engine's command contains the number.
 *   proposal_id: the change that a second person approved.
 * - one_person_decisions counts closes of real accounts, by the result that they realise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table restricted_instruments (
    shard smallint not null,
    instrument integer not null,
    mode text not null check (mode in ('halted', 'closeOnly')),
    primary key (shard, instrument)
  )`.execute(db);
  await sql`create table desk_deeds (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('close', 'cancel')),
    order_id bigint not null,
    user_id bigint not null,
    author_id bigint not null references staff (id),
    proposal_id bigint references staff_proposals (id),
    reason text not null,
    key text not null,
    state text not null check (state in ('decided', 'done', 'refused')),
    -- The engine's reason.
    refusal text,
    created_at timestamptz not null default now(),
    unique (author_id, key)
  )`.execute(db);
  await sql`create index desk_deeds_decided on desk_deeds (id) where state = 'decided'`.execute(db);
  await sql`create index desk_deeds_of_user on desk_deeds (user_id)`.execute(db);
  await sql`alter table one_person_decisions drop constraint one_person_decisions_kind_check,
    add constraint one_person_decisions_kind_check
      check (kind in ('deposits', 'withdrawals', 'adjustments', 'desk_deeds'))`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from one_person_decisions where kind = 'desk_deeds'`.execute(db);
  await sql`alter table one_person_decisions drop constraint one_person_decisions_kind_check,
    add constraint one_person_decisions_kind_check check (kind in ('deposits', 'withdrawals', 'adjustments'))`.execute(
    db,
  );
  await sql`drop table desk_deeds, restricted_instruments`.execute(db);
}
