import { type Kysely, sql } from 'kysely';

/** Users and their sessions. A user's number is also the number of the trading account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('demo', 'real')),
      email text,
      invite_code text not null unique,
      -- SHA-256 of the secret by which a device finds its demo account again.
      demo_hash bytea unique,
      created_at timestamptz not null default now(),
      check ((kind = 'demo') = (demo_hash is not null))
    )`.execute(db);
  await sql`
    create table sessions (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id),
      -- SHA-256 of the token; the token itself is not stored.
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index sessions_of_user on sessions (user_id) where ended_at is null`.execute(db);
}

/** Reverts `up` while nothing else refers to these tables. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table sessions, users`.execute(db);
}
