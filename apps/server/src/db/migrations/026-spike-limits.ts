import { type Kysely, sql } from 'kysely';

/**
 * Limits of the spike filter of each instrument, until now constants of its category; and the source of prices that the
 * database belongs to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instruments
    -- Per mille.
    add column jump_per_mille smallint not null default 50 check (jump_per_mille between 1 and 500),
    add column hold_ms integer not null default 2000 check (hold_ms between 200 and 10000)`.execute(db);
  await sql`update instruments set jump_per_mille = limits.jump
    from (values (1, 10), (2, 20), (3, 40), (4, 25), (5, 80)) limits (category, jump)
    where limits.category = instruments.category_id`.execute(db);
  // One row at most.
  await sql`create table market_source (
    id smallint primary key default 1 check (id = 1),
    source text not null check (source in ('simulated', 'replay', 'live')),
    since timestamptz not null default now()
  )`.execute(db);
}

/** Undoes `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table market_source`.execute(db);
  await sql`alter table instruments drop column jump_per_mille, drop column hold_ms`.execute(db);
}
