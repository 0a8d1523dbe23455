import { type Kysely, sql } from 'kysely';

/** The tables that grow for ever, and the column that numbers their rows within a shard. */
const GROWING = { journal: 'seq', transfers: 'id' } as const;

/**
 * Adds partitions of `length_ms` until `ahead` of them lie beyond `of_time`, and returns the end of the last one. It runs
 * with the rights of its owner, because the server's role owns no table; it can only add empty partitions, of these two
 * tables. The lock on the default partition waits for readers, who wait behind it: so it gives up soon, and the caller
 * tries again.
 */
const addPartitions = (schema: string): string => `
create function add_partitions(of_table text, of_time bigint, length_ms bigint, ahead integer) returns bigint
  language plpgsql security definer set search_path = ${schema}, pg_temp set lock_timeout = '500ms' as $$
declare
  rest text := of_table || '_rest';
  ends bigint;
  late boolean;
  latest bigint;
  upto bigint;
  part text;
  parts integer;
begin
  if of_table not in (${Object.keys(GROWING)
    .map((table) => `'${table}'`)
    .join(', ')}) then
    raise exception '% is not kept in partitions', of_table;
  end if;
  if length_ms < 86400000 or length_ms > 366 * 86400000::bigint or ahead not between 1 and 12 then
    raise exception 'partitions of % ms, % ahead, are out of bounds', length_ms, ahead;
  end if;
  perform pg_advisory_xact_lock(hashtext('add_partitions'));
  select count(*), max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''?(-?[0-9]+)')::bigint) into parts, ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = of_table::regclass;
  -- A batch under way would send its rows to the default partition by the bounds of before, and fail: so it ends first.
  execute format('select exists (select from %I)', rest) into late;
  if late or ends <= of_time then
    execute format('lock table %I in share row exclusive mode', of_table);
  end if;
  -- Rows came before their partition: the default partition becomes it, and no row moves.
  execute format('select max(time) from %I', rest) into latest;
  if latest is not null then
    upto := ends + ((latest - ends) / length_ms + 1) * length_ms;
    part := of_table || '_' || to_char(to_timestamp(ends / 1000) at time zone 'UTC', 'YYYYMMDD');
    execute format('alter table %I detach partition %I', of_table, rest);
    execute format('alter table %I rename to %I', rest, part);
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', of_table, part, ends, upto);
    execute format('create table %I (like %I including all)', rest, part);
    execute format('alter table %I attach partition %I default', of_table, rest);
    ends := upto;
    parts := parts + 1;
  end if;
  while ends <= of_time + (ahead - 1) * length_ms loop
    if parts >= 1000 then
      raise exception '% has % partitions: make them longer, or archive the oldest', of_table, parts;
    end if;
    -- A time without any row gets one partition, however long it was.
    upto := ends + length_ms * greatest(1, (of_time - ends) / length_ms);
    part := of_table || '_' || to_char(to_timestamp(ends / 1000) at time zone 'UTC', 'YYYYMMDD');
    execute format('create table %I (like %I including all)', part, rest);
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', of_table, part, ends, upto);
    ends := upto;
    parts := parts + 1;
  end loop;
  return ends;
end $$`;

/** The planner's statistics of a whole table, which autovacuum makes for each partition only. */
const analyzePartitions = (schema: string): string => `
create function analyze_partitions(of_table text) returns void
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
begin
  if of_table not in (${Object.keys(GROWING)
    .map((table) => `'${table}'`)
    .join(', ')}) then
    raise exception '% is not kept in partitions', of_table;
  end if;
  execute format('analyze %I', of_table);
end $$`;

/**
 * Keeps the journal and the transfers in partitions of market time. The rows of before stay where they are, as the first
 * partition. Every partition has its own indexes, and the table above has none: the keys of the first one hold the shard
 * and the number alone, while those of a partitioned table would have to hold the time too. Numbers can't repeat in two
 * partitions, because `extend_journal` lets a batch begin at the journal's end only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows: schemas } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  const schema = schemas[0]?.schema ?? 'public';
  for (const [table, number] of Object.entries(GROWING)) {
    const { rows } = await sql<{ ends: string }>`select ((greatest(coalesce(max(last.time), 0),
        (extract(epoch from now()) * 1000)::bigint) / 86400000 + 1) * 86400000)::text as ends
      from lease cross join lateral (
        select time from ${sql.table(table)} where shard = lease.shard order by ${sql.ref(number)} desc limit 1) last`.execute(
      db,
    );
    const [first, rest] = [sql.table(`${table}_first`), sql.table(`${table}_rest`)];
    await sql`alter table ${sql.table(table)} rename to ${first}`.execute(db);
    await sql`create table ${sql.table(table)} (like ${first} including defaults including constraints)
      partition by range (time)`.execute(db);
    await sql`alter table ${sql.table(table)} attach partition ${first}
      for values from (minvalue) to (${sql.raw(rows[0]?.ends ?? '0')})`.execute(db);
    await sql`create table ${rest} (like ${first} including all)`.execute(db);
    await sql`alter table ${sql.table(table)} attach partition ${rest} default`.execute(db);
  }
  await sql.raw(addPartitions(schema)).execute(db);
  await sql.raw(analyzePartitions(schema)).execute(db);
}

/** Reverts `up`: moves the rows of later partitions into the first one. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function add_partitions, analyze_partitions`.execute(db);
  for (const table of Object.keys(GROWING)) {
    const first = sql.table(`${table}_first`);
    await sql`alter table ${sql.table(table)} detach partition ${first}`.execute(db);
    await sql`insert into ${first} select * from ${sql.table(table)}`.execute(db);
    await sql`drop table ${sql.table(table)}`.execute(db);
    await sql`alter table ${first} rename to ${sql.table(table)}`.execute(db);
  }
}
