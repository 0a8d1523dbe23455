import { type Kysely, sql } from 'kysely';

/** Notes and tags of users on their orders. Copying's index of parents finds the closed parts of a position, which have its tags. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table trade_notes (
    order_id bigint primary key,
    user_id bigint not null references users (id),
    note text not null check (length(note) <= 2000),
    changed_at timestamptz not null
  )`.execute(db);
  await sql`create index trade_notes_user on trade_notes (user_id)`.execute(db);
  await sql`create table trade_tags (
    user_id bigint not null references users (id),
    -- The tag in lower case, by which tags are compared.
    tag_key text not null,
    order_id bigint not null references trade_notes (order_id) on delete cascade,
    tag text not null check (length(tag) <= 32),
    primary key (user_id, tag_key, order_id)
  )`.execute(db);
  await sql`create index trade_tags_order on trade_tags (order_id)`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table trade_tags`.execute(db);
  await sql`drop table trade_notes`.execute(db);
}
