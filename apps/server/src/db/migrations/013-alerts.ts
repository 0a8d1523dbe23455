import { type Kysely, sql } from 'kysely';

/** Price alerts and push subscriptions. */
const TABLES = [
  sql`create table price_alerts (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    instrument_id integer not null references instruments (id),
    side text not null check (side in ('bid', 'ask')),
    direction text not null check (direction in ('rise', 'fall')),
    -- Scale 8, like all prices.
    price bigint not null check (price > 0),
    key text not null,
    created_at timestamptz not null,
    -- The time at which it fired, and the quote that fired it.
    fired_at timestamptz,
    quote_seq bigint,
    quote_time bigint,
    quote_bid bigint,
    quote_ask bigint,
    unique (user_id, key),
    check (num_nulls(fired_at, quote_seq, quote_time, quote_bid, quote_ask) in (0, 5))
  )`,
  sql`create index price_alerts_waiting on price_alerts (user_id) where fired_at is null`,
  sql`create index price_alerts_fired on price_alerts (user_id, fired_at desc, id desc) where fired_at is not null`,
  // The key pair that identifies this installation to push services (RFC 8292). Created at the first start; a new pair
  // would invalidate every subscription.
  sql`create table push_keys (
    single boolean primary key default true check (single),
    public_key text not null,
    private_key text not null,
    created_at timestamptz not null default now()
  )`,
  // A browser's push subscription. It belongs to the session that created it: signing out there ends it.
  sql`create table push_subscriptions (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    session_id bigint not null references sessions (id) on delete cascade,
    endpoint text not null unique check (length(endpoint) <= 1000),
    p256dh text not null,
    auth text not null,
    language text not null,
    created_at timestamptz not null
  )`,
  sql`create index push_subscriptions_of_user on push_subscriptions (user_id, id)`,
];

/** Creates the tables of alerts and push. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table push_subscriptions, push_keys, price_alerts`.execute(db);
}
