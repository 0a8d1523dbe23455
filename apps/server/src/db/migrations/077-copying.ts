import { type Kysely, sql } from 'kysely';

const TABLES = [
  // Users who may be copied. Sample strategies need no row.
  sql`create table copy_leaders (
    user_id bigint primary key references users (id),
    accepts boolean not null,
    fee_percent smallint not null check (fee_percent between 0 and 100),
    changed_at timestamptz not null
  )`,
  // Money is int8 micro-dollars; multiple and max_slippage are rates of scale 8. shard and since name the row of the
  // leader's journal after which the copy follows.
  sql`create table copies (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    leader_id bigint not null references users (id),
    key text not null,
    state text not null check (state in ('active', 'paused', 'stopping', 'ended')),
    ended text check (ended in ('copier', 'loss', 'staff', 'leader')),
    -- Whether the end closes the copy's positions. Null while the copy runs.
    closes boolean,
    reason text not null default '',
    shard smallint not null,
    since bigint not null,
    fee_percent smallint not null check (fee_percent between 0 and 100),
    allocation bigint not null check (allocation > 0),
    multiple bigint not null check (multiple > 0),
    stop_loss bigint check (stop_loss > 0),
    max_leverage integer check (max_leverage > 0),
    max_slippage bigint not null check (max_slippage >= 0),
    -- Most lots by instrument, as text of scale 4.
    instruments jsonb not null,
    -- Closed results net of costs and before fees of the leader. Computed from the orders, never added up.
    realised bigint not null default 0,
    closed integer not null default 0,
    fees bigint not null default 0,
    high_water bigint not null default 0,
    -- UTC day up to which fees are charged, in days since 1970. Null when no fee can be due any more.
    fee_day integer,
    skipped integer not null default 0,
    delays integer not null default 0,
    delay_sum bigint not null default 0,
    delay_worst integer,
    difference bigint not null default 0,
    started_at timestamptz not null,
    -- Market time of the start and the end, in epoch milliseconds.
    started bigint not null,
    ended_time bigint,
    ended_at timestamptz,
    unique (user_id, key),
    check (user_id <> leader_id),
    check ((state in ('active', 'paused')) = (ended is null)),
    check ((state = 'ended') = (ended_at is not null))
  ) with (fillfactor = 80)`,
  sql`create unique index copies_running on copies (user_id, leader_id) where state <> 'ended'`,
  sql`create index copies_of_leader on copies (leader_id, id)`,
  sql`create index copies_fee_day on copies (fee_day) where fee_day is not null`,
  sql`create index copies_alive on copies (state, id) where state <> 'ended'`,
  // A leader's deed with the copies that follow it, written before the first command of a copier. copy_id is 0, or the
  // number of the copy that takes over a position which was open at its start; `done` is false while a copy may lack its result.
  sql`create table copy_events (
    number bigint generated always as identity unique,
    shard smallint not null,
    seq bigint not null,
    idx integer not null,
    copy_id bigint not null default 0,
    leader_id bigint not null,
    deed text not null,
    copies bigint[] not null,
    done boolean not null default false,
    at timestamptz not null,
    primary key (shard, seq, idx, leader_id, copy_id)
  )`,
  sql`create index copy_events_open on copy_events (number) where not done`,
  sql`create index copy_events_at on copy_events (at)`,
  // One row for each deed and copy: an order or a skip.
  sql`create table copy_results (
    id bigint generated always as identity primary key,
    copy_id bigint not null references copies (id) on delete cascade,
    event bigint not null,
    deed text not null check (deed in ('open', 'close', 'stops')),
    leader_order bigint not null,
    instrument integer not null,
    side text not null,
    -- Market time of the deed.
    time bigint not null,
    order_id bigint,
    lots bigint,
    skip text,
    detail text not null default '',
    leader_price bigint,
    price bigint,
    -- Micro-dollars by which the copier's fill was worse.
    difference bigint,
    delay_ms integer,
    check ((order_id is null) = (skip is not null)),
    unique (copy_id, event)
  )`,
  sql`create index copy_results_of_copy on copy_results (copy_id, id)`,
  sql`create index copy_results_time on copy_results (time)`,
  sql`create index copy_results_opened on copy_results (order_id) where deed = 'open' and order_id is not null`,
  sql`create index copy_results_position on copy_results (copy_id, leader_order) where deed = 'open'`,
  sql`create table copy_fees (
    id bigint generated always as identity primary key,
    copy_id bigint not null references copies (id) on delete cascade,
    number integer not null,
    at timestamptz not null,
    -- The copy's closed results at that moment, and the highest on which a fee was charged before.
    realised bigint not null,
    high_water bigint not null,
    amount bigint not null check (amount > 0),
    -- Null until the engine has answered.
    charged bigint,
    paid boolean not null default false,
    unique (copy_id, number)
  )`,
  sql`create index copy_fees_open on copy_fees (id) where not paid`,
  // The last row of a shard's journal whose deeds have all of their results.
  sql`create table copy_progress (shard smallint primary key, seq bigint not null)`,
  // Leaders with copies, the row after which their deeds are drawn, and their open positions at the watermark.
  sql`create table copy_tracked (leader_id bigint primary key, shard smallint not null, seq bigint not null)`,
  sql`create table copy_positions (
    order_id bigint primary key,
    leader_id bigint not null,
    shard smallint not null,
    instrument integer not null,
    side text not null,
    lots bigint not null,
    stop_loss bigint,
    take_profit bigint
  )`,
  sql`create index copy_positions_of_leader on copy_positions (leader_id)`,
  sql`create index orders_parent on orders (parent_id) where parent_id is not null`,
];

/** Copying: leaders, copies, the deeds that they follow, and the watermark of each shard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index orders_parent`.execute(db);
  for (const table of [
    'copy_positions',
    'copy_tracked',
    'copy_progress',
    'copy_fees',
    'copy_results',
    'copy_events',
    'copies',
    'copy_leaders',
  ])
    await sql`drop table ${sql.table(table)}`.execute(db);
}
