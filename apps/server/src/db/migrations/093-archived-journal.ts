import { type Kysely, sql } from 'kysely';

const UP = [
  // The files of the archive, so that one that is missing is noticed, also the newest.
  sql`create table archived_segments (
    shard smallint not null,
    first_seq bigint not null,
    last_seq bigint not null check (last_seq >= first_seq),
    -- Hash of the last row.
    hash_after bytea not null check (length(hash_after) = 32),
    noted_at timestamptz not null default now(),
    primary key (shard, first_seq)
  )`,
  // The keys of rows that are in the archive alone: a command under one of them has happened.
  sql`create table archived_keys (
    shard smallint not null,
    seq bigint not null,
    account bigint not null,
    key text not null,
    -- Digest of the command's payload, which tells a repeat from another command under the same key.
    digest text not null,
    outcome text not null,
    primary key (account, key)
  )`,
  // The stop-outs of such rows, which explain to clients how their positions ended.
  sql`create table archived_stop_outs (
    shard smallint not null,
    seq bigint not null,
    account bigint not null,
    time bigint not null,
    rules smallint not null,
    events text not null,
    primary key (shard, seq)
  )`,
  sql`create index archived_stop_outs_account on archived_stop_outs (account, time)`,
];

/** Lets partitions of the journal leave the database once they are archived (ADR 104). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

/** Reverts `up`. Refuses once rows have left, because the release before would execute their keys again. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    if exists (select from archived_keys) or exists (select from archived_stop_outs) then
      raise exception 'rows of the journal are in the archive alone: no release before this one can work without them';
    end if;
  end $$`.execute(db);
  await sql`drop table archived_segments, archived_keys, archived_stop_outs`.execute(db);
}
