import { type Kysely, sql } from 'kysely';

/** The swap of an instrument at the beginning of a rollover under way, when the instrument has got another since. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table kept_swaps (
    shard smallint not null,
    rollover bigint not null,
    instrument integer not null,
    -- SwapTerms in the journal's encoding.
    swap text not null,
    primary key (shard, rollover, instrument)
  )`.execute(db);
}

/** Undoes `up`. */
export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table kept_swaps`.execute(db);
}
