import { type Kysely, sql } from 'kysely';

/**
 * The greatest stamp of each account's timed idempotency keys (UUIDv7, epoch milliseconds × 32 + counter), rounded up.
 * A key with a greater stamp is not in the journal, so nobody has to search for it. Filled from the keys of the journal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table key_marks (
    shard smallint not null,
    account bigint not null,
    stamp bigint not null,
    primary key (shard, account)
  ) with (fillfactor = 50)`.execute(db);
  await sql`insert into key_marks (shard, account, stamp)
    select shard, account, max(
      ('x0000' || substr(key, 1, 8) || substr(key, 10, 4))::bit(64)::bigint * 32 + (('x' || substr(key, 16, 3))::bit(12)::integer >> 7))
    from journal
    where account is not null and key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
    group by shard, account`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table key_marks`.execute(db);
}
