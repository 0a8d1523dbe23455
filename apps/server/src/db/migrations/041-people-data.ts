import { type Kysely, sql } from 'kysely';

/**
 * Keys of persons, closing of accounts, erasure and exports.
 *
 * - person_keys: each user's key, itself sealed (security/secrets). It seals the user's data in append-only records.
 *   Without it, after erasure, they can't be read any more. The row stays, so that no new key is made.
 * - text_keys: keys of texts in the audit log whose person was not known when they were written. user_id is the person,
 *   once known.
 * - users.closing_at: the owner, or staff (closing_by), closed the account. It can be taken back until closed_at is set.
 * - data_exports: the owner's exports, which have a limit.
 */
const CHANGES = [
  sql`create table person_keys (
    user_id bigint primary key references users (id),
    sealed bytea,
    created_at timestamptz not null default now(),
    erased_at timestamptz,
    check ((sealed is null) = (erased_at is not null))
  )`,
  sql`create table text_keys (
    id bigint generated always as identity primary key,
    sealed bytea not null,
    user_id bigint references users (id),
    created_at timestamptz not null
  )`,
  sql`create index text_keys_of_user on text_keys (user_id) where user_id is not null`,
  sql`create index text_keys_expiry on text_keys (created_at)`,
  sql`create table data_exports (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    at timestamptz not null
  )`,
  sql`create index data_exports_of_user on data_exports (user_id, at)`,
  sql`alter table users
    add column closing_at timestamptz,
    add column closing_by bigint references staff (id),
    add column closing_reason text not null default '',
    add column closed_at timestamptz,
    add column erased_at timestamptz,
    drop constraint real_users_can_sign_in,
    add constraint real_users_can_sign_in check (
      kind = 'demo' or erased_at is not null or (password_hash is not null and (email is not null or mobile is not null))
    ),
    add constraint closed_after_closing check (closed_at is null or closing_at is not null)`,
  sql`create index users_closing on users (id) where closing_at is not null and closed_at is null`,
  sql`create index users_to_erase on users (id) where erased_at is null and (closed_at is not null or retired_at is not null)`,
];

/** Notes about a user can't be changed, and only be deleted with the user's erasure. */
const NOTES = [
  sql`create function refuse_change_of_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from users where id = old.user_id and erased_at is not null) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'FL002';
end $$`,
  sql`drop trigger user_notes_append_only on user_notes`,
  sql`create trigger user_notes_append_only before update or delete on user_notes for each row execute function refuse_change_of_note()`,
];

/** Creates what erasing people needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...CHANGES, ...NOTES]) await statement.execute(db);
}

/** Reverts `up` while nobody is erased. Sealed texts can't be read any more. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger user_notes_append_only on user_notes`.execute(db);
  await sql`create trigger user_notes_append_only before update or delete on user_notes for each row execute function refuse_change()`.execute(
    db,
  );
  await sql`drop function refuse_change_of_note`.execute(db);
  await sql`alter table users
    drop constraint closed_after_closing,
    drop constraint real_users_can_sign_in,
    add constraint real_users_can_sign_in check (kind = 'demo' or (password_hash is not null and (email is not null or mobile is not null))),
    drop column closing_at, drop column closing_by, drop column closing_reason, drop column closed_at, drop column erased_at`.execute(
    db,
  );
  await sql`drop table data_exports, text_keys, person_keys`.execute(db);
}
