import { type Kysely, sql } from 'kysely';

/**
 * People behind accounts of staff, and the decisions that one person made alone.
 *
 * - staff.acts_for_id: the account whose owner may also be behind this one, because that owner made it or was shown its
 *   set-up link. Null for a person of its own. It never points to an account that itself points to another.
 * - staff.decides_from: before this time the account may not approve. Null for no such time.
 * - staff.email: the mailbox for set-up links and notices.
 * - one_person_decisions: a row for each deposit, withdrawal and adjustment that one person decided alone. The rolling
 *   sums of this table decide which further ones need a second person. A withdrawal's time moves to that of its payment.
 * - deposits.approved_by: the first of two people, when a deposit needs two.
 *
 * Existing accounts count as people of their own, and sums begin at zero.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table staff
    add column email text,
    add column acts_for_id bigint references staff (id),
    add column decides_from timestamptz,
    add check (acts_for_id <> id)`.execute(db);
  await sql`create table one_person_decisions (
    kind text not null check (kind in ('deposits', 'withdrawals', 'adjustments')),
    record_id bigint not null,
    user_id bigint not null,
    -- The account of the person: the decider's acts_for_id at that time, or the decider.
    person_id bigint not null references staff (id),
    -- Micro-dollars without sign.
    amount bigint not null check (amount > 0),
    at timestamptz not null,
    primary key (kind, record_id)
  )`.execute(db);
  await sql`create index one_person_decisions_of_person on one_person_decisions (person_id, at)`.execute(db);
  await sql`create index one_person_decisions_of_user on one_person_decisions (user_id, at)`.execute(db);
  await sql`alter table deposits
    add column approved_by bigint references staff (id),
    add check (approved_by is null or state in ('unchecked', 'rejected', 'invalid') or approved_by <> decided_by)`.execute(
    db,
  );
}

/** Reverts `up`. Deposits with one approval of two lose it. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deposits drop column approved_by`.execute(db);
  await sql`drop table one_person_decisions`.execute(db);
  await sql`alter table staff drop column decides_from, drop column acts_for_id, drop column email`.execute(db);
}
