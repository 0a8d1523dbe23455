import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Codes that take the place of an authenticator's, each once. Who has set one up before has none until they are asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table totp_recovery_codes (
    user_id bigint not null references users (id),
    -- SHA-256 over the user and twenty digits of chance.
    code_hash bytea not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`.execute(db);
}

/** Undoes `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table totp_recovery_codes`.execute(db);
}
