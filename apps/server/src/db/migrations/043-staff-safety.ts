import { type Kysely, sql } from 'kysely';

/**
 * Former owners of accounts of staff, who lifted a user's freeze, and the index of text keys that belong to nobody.
 *
 * - staff_former_owners: what a new link took from an account. person_id is the person that the account was, if it could
 *   sign in; email the mailbox that another one replaced.
 * - users.unfrozen_by, unfrozen_at: the member of staff who lifted the last freeze.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table staff_former_owners (
    id bigint generated always as identity primary key,
    staff_id bigint not null references staff (id),
    person_id bigint references staff (id),
    email text,
    until timestamptz not null,
    check (num_nonnulls(person_id, email) = 1)
  )`.execute(db);
  await sql`create index staff_former_owners_until on staff_former_owners (until)`.execute(db);
  await sql`alter table users
    add column unfrozen_at timestamptz,
    add column unfrozen_by bigint references staff (id),
    add check ((unfrozen_at is null) = (unfrozen_by is null))`.execute(db);
  await sql`drop index text_keys_expiry`.execute(db);
  await sql`create index text_keys_expiry on text_keys (created_at) where user_id is null`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index text_keys_expiry`.execute(db);
  await sql`create index text_keys_expiry on text_keys (created_at)`.execute(db);
  await sql`alter table users drop column unfrozen_at, drop column unfrozen_by`.execute(db);
  await sql`drop table staff_former_owners`.execute(db);
}
