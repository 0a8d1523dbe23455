import { type Kysely, sql } from 'kysely';

/**
 * Rewards for invited persons.
 *
 * - rewards: one row per reward. A person brings one fixed sum, and one share per UTC day of market time; two unique
 *   indexes hold that. `waiting` needs a decision of staff for `reasons`, `approved` is decided and not yet known to be
 *   paid, `refused` was refused by the engine with the reason in `refusal`, `rejected` by staff with `remark`.
 * - reward_days: the last day for which rewards were decided.
 * - transfers_operations gets the ledger type 12, a balance operation like a deposit.
 */
const TABLES = [
  sql`create table rewards (
    id bigint generated always as identity primary key,
    inviter_id bigint not null references users (id),
    invited_id bigint not null references users (id),
    kind text not null check (kind in ('fixed', 'share')),
    -- Days since 1970: the day at whose end the conditions were met, or whose fees are shared.
    day integer not null,
    -- Micro-dollars of fees, and per cent; 0 for a fixed sum.
    basis bigint not null check (basis >= 0),
    percent integer not null check (percent between 0 and 100),
    -- Micro-dollars.
    amount bigint not null check (amount > 0),
    state text not null check (state in ('waiting', 'approved', 'paid', 'refused', 'rejected')),
    reasons text[] not null,
    -- The first of two people, when a reward needs two.
    approved_by bigint references staff (id),
    decided_by bigint references staff (id),
    decided_at timestamptz,
    remark text not null default '',
    refusal text,
    created_at timestamptz not null,
    check (inviter_id <> invited_id),
    check ((kind = 'share') = (percent > 0)),
    check (state in ('waiting', 'rejected') or approved_by is null or approved_by <> decided_by)
  )`,
  sql`create unique index rewards_fixed_once on rewards (invited_id) where kind = 'fixed'`,
  sql`create unique index rewards_share_once on rewards (invited_id, day) where kind = 'share'`,
  sql`create index rewards_of_inviter on rewards (inviter_id, id)`,
  sql`create index rewards_waiting on rewards (id) where state = 'waiting'`,
  sql`create index rewards_approved on rewards (id) where state = 'approved'`,
  sql`create table reward_days (only_row boolean primary key default true check (only_row), day integer not null)`,
  sql`create index users_of_inviter on users (inviter_id, id) where inviter_id is not null`,
  sql`create index users_with_inviter on users (id) where inviter_id is not null`,
];

const OPERATIONS = [
  sql`drop index transfers_operations`,
  sql`create index transfers_operations on transfers (account, id) where kind in (1, 2, 3, 9, 10, 11, 12)`,
];

const KINDS = [
  sql`alter table stuck_records drop constraint stuck_records_kind_check,
    add constraint stuck_records_kind_check check (kind in ('deposits', 'withdrawals', 'adjustments', 'rewards'))`,
  sql`alter table one_person_decisions drop constraint one_person_decisions_kind_check,
    add constraint one_person_decisions_kind_check
      check (kind in ('deposits', 'withdrawals', 'adjustments', 'desk_deeds', 'rewards'))`,
];

/** Creates the rewards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...OPERATIONS, ...KINDS]) await statement.execute(db);
}

/** Reverts `up`. Entries of rewards stay in the ledger. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from stuck_records where kind = 'rewards'`.execute(db);
  await sql`delete from one_person_decisions where kind = 'rewards'`.execute(db);
  await sql`alter table stuck_records drop constraint stuck_records_kind_check,
    add constraint stuck_records_kind_check check (kind in ('deposits', 'withdrawals', 'adjustments'))`.execute(db);
  await sql`alter table one_person_decisions drop constraint one_person_decisions_kind_check,
    add constraint one_person_decisions_kind_check
      check (kind in ('deposits', 'withdrawals', 'adjustments', 'desk_deeds'))`.execute(db);
  await sql`drop index transfers_operations`.execute(db);
  await sql`create index transfers_operations on transfers (account, id) where kind in (1, 2, 3, 9, 10, 11)`.execute(
    db,
  );
  await sql`drop index users_with_inviter, users_of_inviter`.execute(db);
  await sql`drop table reward_days, rewards`.execute(db);
}
