import { type Kysely, sql } from 'kysely';

/** Passkeys of users, and the random values of their ceremonies: challenges, and codes that replace an authenticator's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table passkeys (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    name text not null,
    credential_id bytea not null unique,
    -- COSE.
    public_key bytea not null,
    -- The random name of the user towards authenticators, the same for all passkeys of the user.
    user_handle bytea not null,
    transports text[] not null default '{}',
    sign_count bigint not null,
    synced boolean not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    -- The counter went back: the passkey may have been copied.
    suspended_at timestamptz
  )`.execute(db);
  await sql`create index passkeys_user on passkeys (user_id, id)`.execute(db);
  await sql`create table passkey_tokens (
    -- SHA-256.
    token_hash bytea primary key,
    purpose text not null check (purpose in ('add', 'assert', 'code')),
    -- Null for a challenge of a visitor.
    user_id bigint references users (id),
    -- Of the passkey to be added.
    user_handle bytea,
    expires_at timestamptz not null,
    check ((purpose = 'assert') = (user_id is null)),
    check ((purpose = 'add') = (user_handle is not null))
  )`.execute(db);
  await sql`create index passkey_tokens_expiry on passkey_tokens (expires_at)`.execute(db);
  await sql`create index passkey_tokens_user on passkey_tokens (user_id)`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table passkey_tokens`.execute(db);
  await sql`drop table passkeys`.execute(db);
}
