import { type Kysely, sql } from 'kysely';

/**
 * Signed checkpoints of the journal: a row, the state after it, and the image from which verification can start. For that
 * the table of markets must say which were in doubt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table checkpoints (
    shard smallint not null,
    seq bigint not null,
    -- Wall clock of the server, epoch milliseconds.
    made_at bigint not null,
    -- SHA-256 in hexadecimal digits: of the row, of the state, and of the image's text.
    journal_hash text not null,
    state_hash text not null,
    image_hash text not null,
    key_id text not null,
    signature text not null,
    -- Compressed with gzip. Only the newest checkpoints keep theirs.
    image bytea,
    primary key (shard, seq)
  )`.execute(db);
  await sql`alter table markets add column doubt boolean not null default false`.execute(db);
  await sql`alter table checkpoints alter column image set storage external`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table checkpoints`.execute(db);
  await sql`alter table markets drop column doubt`.execute(db);
}
