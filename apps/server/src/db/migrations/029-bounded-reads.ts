import { type Kysely, sql } from 'kysely';

const TABLES = [
  // Decided deposits, withdrawals and corrections that could not be completed. kind is the name of the record's table.
  sql`create table stuck_records (
    kind text not null check (kind in ('deposits', 'withdrawals', 'adjustments')),
    id bigint not null,
    -- The engine's reason, or internal.
    reason text not null,
    since timestamptz not null default now(),
    tries integer not null default 1,
    next_try_at timestamptz not null,
    primary key (kind, id)
  )`,
  sql`create index stuck_records_due on stuck_records (kind, next_try_at)`,
];

/** Creates what keeps the cost of reads bounded by their results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table stuck_records`.execute(db);
}
