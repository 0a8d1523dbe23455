import { type Kysely, sql } from 'kysely';

/**
 * Schedules of reports, the files that they made, indexes by day for sums of all accounts, and indexes for
 * the periods of lists.
 *
 * - report_schedules: filter is JSON with user and instrument numbers; next_at is the time of the next file. A schedule
 *   without ended_at is in force.
 * - report_files: one row for each period of a schedule. content is a whole CSV file, compressed with gzip.
 */
const CHANGES = [
  sql`create table report_schedules (
    id bigint generated always as identity primary key,
    kind text not null,
    filter text not null,
    interval text not null check (interval in ('day', 'week', 'month')),
    hour smallint not null check (hour between 0 and 23),
    recipients bigint[] not null,
    author_id bigint not null references staff (id),
    created_at timestamptz not null,
    next_at timestamptz not null,
    ended_at timestamptz
  )`,
  sql`create index report_schedules_due on report_schedules (next_at) where ended_at is null`,
  sql`create table report_files (
    id bigint generated always as identity primary key,
    schedule_id bigint not null references report_schedules (id),
    first_day date not null,
    last_day date not null check (last_day >= first_day),
    state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
    tries integer not null default 0,
    next_try_at timestamptz not null,
    created_at timestamptz not null,
    made_at timestamptz,
    name text,
    rows integer,
    content bytea,
    reason text,
    unique (schedule_id, first_day),
    check ((state = 'done') = (content is not null and rows is not null and name is not null))
  )`,
  sql`create index report_files_due on report_files (next_try_at) where state = 'waiting'`,
  sql`create index report_files_age on report_files (created_at)`,
  sql`create index order_days_of_day on order_days (day)`,
  sql`create index trade_days_of_day on trade_days (day)`,
  // Periods of lists. The audit log is in the order of its times on disk, so a BRIN index stays small.
  sql`create index audit_log_time on audit_log using brin (at) with (pages_per_range = 32)`,
  sql`create index users_created on users (created_at)`,
  sql`create index deposits_created on deposits (created_at)`,
  sql`create index withdrawals_created on withdrawals (created_at)`,
  sql`create index adjustments_created on adjustments (created_at)`,
  sql`create index identity_submitted on identity_submissions (submitted_at)`,
];

/** Creates what reports need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of CHANGES) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index order_days_of_day, trade_days_of_day, audit_log_time, users_created, deposits_created,
    withdrawals_created, adjustments_created, identity_submitted`.execute(db);
  await sql`drop table report_files, report_schedules`.execute(db);
}
