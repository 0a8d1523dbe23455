import { type Kysely, sql } from 'kysely';

/** Answers of state-changing calls by idempotency key, for calls whose own tables keep no key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept_answers (
    -- The kind of the caller and the number of the user or member of staff, such as "user 12".
    caller text not null,
    key text not null,
    call text not null,
    -- A keyed hash of the input, which may hold passwords and codes.
    fingerprint text not null,
    -- The answer, sealed: some answers hold secrets.
    answer bytea not null,
    created_at timestamptz not null,
    primary key (caller, key)
  )`.execute(db);
  await sql`create index kept_answers_by_age on kept_answers (caller, created_at)`.execute(db);
  await sql`create index kept_answers_expiry on kept_answers (created_at)`.execute(db);
}

/** Undoes `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table kept_answers`.execute(db);
}
