import { type Kysely, sql } from 'kysely';

/**
 * The directory of shards. takes_new: new accounts of the kind may be placed on the shard. The kind of a shard never
 * changes, because its accounts never leave it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table shards (
    number smallint primary key check (number between 0 and 9000),
    kind text not null check (kind in ('real', 'demo')),
    takes_new boolean not null default true
  )`.execute(db);
  await sql`insert into shards (number, kind) values (0, 'real'), (1, 'demo')`.execute(db);
}

/** Reverts `up`. Shards above 1 would be lost to the version before, so they must be empty of accounts. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select 1 from accounts where shard > 1 limit 1`.execute(db);
  if (rows.length > 0) throw new Error('there are accounts on shards above 1, which the version before does not know');
  await sql`drop table shards`.execute(db);
}
