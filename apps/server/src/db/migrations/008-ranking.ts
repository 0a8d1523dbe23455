import { type Kysely, sql } from 'kysely';

/**
 * Members of the ranking. Figures are not stored: they are computed from orders and transfers, so that nobody can set
 * them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Micro-dollars: value of the account just before money came in or went out, as the engine states it in the journal.
  await sql`alter table transfers add column worth bigint`.execute(db);
  await sql`
    create table ranking_listings (
      user_id bigint primary key references users (id),
      -- The public number of the entry; the user's own number stays private.
      number bigint generated always as identity unique,
      name text not null,
      -- The name with look-alike characters unified: two names that can be confused have the same key.
      name_key text not null unique,
      state text not null check (state in ('listed', 'left', 'hidden')),
      -- Staff's reason for hiding the name, shown to its owner.
      hidden_because text,
      listed_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      check ((state = 'hidden') = (hidden_because is not null))
    )`.execute(db);
  await sql`
    create table ranking_samples (
      strategy text primary key check (strategy in ('trend', 'breakout', 'mean_reversion')),
      number bigint generated always as identity unique,
      -- The idempotency key that creates the strategy's demo account, and finds it at every start.
      demo_key text not null unique,
      -- Null until the strategy's first sign-in.
      user_id bigint unique references users (id)
    )`.execute(db);
}
