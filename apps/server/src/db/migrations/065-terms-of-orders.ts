import { type Kysely, sql } from 'kysely';

/**
 * The terms of orders.
 *
 * - orders.terms_version: the version of the terms by which the order's fee was computed, at its placing or its last
 *   amendment. Null for orders from before this migration.
 * - terms_versions: the terms that a version stands for, in the journal's format. A row is added with the first order
 *   that has the version, and never changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table terms_versions (
    shard smallint not null,
    instrument integer not null,
    version text not null,
    terms text not null,
    primary key (shard, instrument, version)
  )`.execute(db);
  await sql`alter table orders add column terms_version text`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders drop column terms_version`.execute(db);
  await sql`drop table terms_versions`.execute(db);
}
