import { type Kysely, sql } from 'kysely';

/**
 * Recovery codes, each used once instead of an authenticator's code. Users with an older authenticator have none until
 * they request them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table totp_recovery_codes (
    user_id bigint not null references users (id),
    -- SHA-256 over the user and twenty random digits.
    code_hash bytea not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table totp_recovery_codes`.execute(db);
}
