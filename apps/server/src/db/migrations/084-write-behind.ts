import { type Kysely, sql } from 'kysely';

const UP = [
  // The last journal row whose transfers, orders, accounts and other rows are in the tables, and the epoch of the session
  // that writes them. Until now each batch wrote all of them.
  sql`create table shard_writes (shard smallint primary key, epoch bigint not null, seq bigint not null) with (fillfactor = 50)`,
  sql`insert into shard_writes (shard, epoch, seq)
    select shard, epoch, coalesce((select max(j.seq) from journal j where j.shard = lease.shard), 0) from lease`,
  // Accepts rows of the tables only from the holder of the shard, once each, and in the order of the journal.
  sql`create function extend_tables(of_shard smallint, of_epoch bigint, after_seq bigint, to_seq bigint) returns void
  language plpgsql as $$
begin
  update shard_writes set seq = to_seq where shard = of_shard and epoch = of_epoch and seq = after_seq;
  if not found then
    raise exception 'the tables of shard % are not written under epoch % after row %', of_shard, of_epoch, after_seq using errcode = 'FL001';
  end if;
end $$`,
];

/** Lets the tables follow the journal in transactions of their own (ADR 96). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

/** Reverts `up`. Refuses while the tables are behind, because the release before would never write the rest. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    if exists (select from shard_writes w where w.seq < (select max(j.seq) from journal j where j.shard = w.shard)) then
      raise exception 'the tables are behind the journal: start and stop this release once before';
    end if;
  end $$`.execute(db);
  await sql`drop function extend_tables`.execute(db);
  await sql`drop table shard_writes`.execute(db);
}
