import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Who is in the ranking. The figures are nowhere: they are computed from orders and transfers, so that nobody can set them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Micro-dollars: what the account was worth just before money came in or went out, as the engine states it in the journal.
  await sql`alter table transfers add column worth bigint`.execute(db);
  await sql`
    create table ranking_listings (
      user_id bigint primary key references users (id),
      -- The number by which everybody knows the entry; the user's own stays private.
      number bigint generated always as identity unique,
      name text not null,
      -- What is left of the name when everything that looks alike is written alike: two names that could be mistaken for
      -- each other are one. A name stays taken by whoever left, so that nobody can step into another's place.
      name_key text not null unique,
      state text not null check (state in ('listed', 'left', 'hidden')),
      -- Why staff hid the name, for its owner to read.
      hidden_because text,
      listed_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      check ((state = 'hidden') = (hidden_because is not null))
    )`.execute(db);
  await sql`
    create table ranking_samples (
      strategy text primary key check (strategy in ('trend', 'breakout', 'mean_reversion')),
      number bigint generated always as identity unique,
      -- The idempotency key with which the strategy's demo account is made, and found again at every start.
      demo_key text not null unique,
      -- Null until the strategy has signed in for the first time.
      user_id bigint unique references users (id)
    )`.execute(db);
}
