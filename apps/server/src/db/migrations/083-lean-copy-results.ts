import { type Kysely, sql } from 'kysely';

const UP = [
  // The deed's own figures, which its results shared. leader_price is null for a change of levels.
  sql`alter table copy_events add type text check (type in ('open', 'close', 'stops')), add leader_order bigint, add instrument integer,
    add side text, add time bigint, add leader_price bigint`,
  sql`update copy_events set type = deed::jsonb -> 'change' ->> 'type', leader_order = (deed::jsonb ->> 'order')::bigint,
    instrument = (deed::jsonb ->> 'instrument')::integer, side = deed::jsonb ->> 'side', time = (deed::jsonb ->> 'time')::bigint,
    leader_price = (deed::jsonb -> 'change' ->> 'price')::bigint`,
  // Deeds were dropped after a month, before their results. Their row is no longer known: a negative one is no row's.
  sql`insert into copy_events (number, shard, seq, idx, leader_id, deed, copies, done, at, type, leader_order, instrument, side, time, leader_price)
    overriding system value
    select distinct on (r.event) r.event, c.shard, -r.event, 0, c.leader_id, '', '{}'::bigint[], true, to_timestamp(r.time / 1000.0), r.deed, r.leader_order,
      r.instrument, r.side, r.time, r.leader_price
    from copy_results r join copies c on c.id = r.copy_id
    where not exists (select from copy_events e where e.number = r.event) order by r.event, r.id`,
  sql`alter table copy_events alter type set not null, alter leader_order set not null, alter instrument set not null, alter side set not null,
    alter time set not null`,
  // Finds the deeds of a copy: those of its leader, and those that it took over at its start.
  sql`create index copy_events_of_leader on copy_events (leader_id, copy_id, number)`,
  sql`create index copy_events_time on copy_events (time)`,
  // Deeds stay as long as their results; after a month they lose the list of copies.
  sql`drop index copy_events_at`,
  sql`create index copy_events_copies on copy_events (at) where done and copies <> '{}'`,
  sql`drop index copy_results_of_copy, copy_results_time, copy_results_opened, copy_results_position`,
  sql`alter table copy_results drop constraint copy_results_pkey, drop constraint copy_results_copy_id_event_key,
    drop constraint copy_results_copy_id_fkey, drop column id, drop column deed, drop column leader_order, drop column instrument,
    drop column side, drop column time, drop column leader_price`,
  // Results of a deed are written together, so they are together in the index too.
  sql`alter table copy_results add primary key (event, copy_id)`,
];

const DOWN = [
  sql`alter table copy_results drop constraint copy_results_pkey, add id bigint generated always as identity primary key,
    add deed text check (deed in ('open', 'close', 'stops')), add leader_order bigint, add instrument integer, add side text,
    add time bigint, add leader_price bigint`,
  sql`update copy_results r set deed = e.type, leader_order = e.leader_order, instrument = e.instrument, side = e.side, time = e.time,
    leader_price = e.leader_price from copy_events e where e.number = r.event`,
  sql`alter table copy_results alter deed set not null, alter leader_order set not null, alter instrument set not null, alter side set not null,
    alter time set not null, add unique (copy_id, event), add foreign key (copy_id) references copies (id) on delete cascade`,
  sql`create index copy_results_of_copy on copy_results (copy_id, id)`,
  sql`create index copy_results_time on copy_results (time)`,
  sql`create index copy_results_opened on copy_results (order_id) where deed = 'open' and order_id is not null`,
  sql`create index copy_results_position on copy_results (copy_id, leader_order) where deed = 'open'`,
  sql`delete from copy_events where deed = ''`,
  sql`drop index copy_events_of_leader, copy_events_time, copy_events_copies`,
  sql`create index copy_events_at on copy_events (at)`,
  sql`alter table copy_events drop column type, drop column leader_order, drop column instrument, drop column side, drop column time,
    drop column leader_price`,
];

/**
 * Makes the result of a copy as small as it can be, because a deed writes one for each copier: a deed's figures are in its
 * own row, the primary key is the only index, and no foreign key is looked up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of DOWN) await statement.execute(db);
}
