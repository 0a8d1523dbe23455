import { type Kysely, sql } from 'kysely';

/**
 * One credit per transfer, and the names of those who set a rate.
 *
 * - deposits.transfer: the ID without the number of an output, under which reports of the same transfer are shown.
 * - deposits.credited_as: the transfer that was credited, see `transferOf`; null before the credit, for deposits without
 *   an ID, and for those of earlier versions that were credited again under another form of the same ID. A whole
 *   transaction of coins collides with each of its outputs; two outputs don't collide.
 * - collect_coins.usd_price_by, deposits.usd_price_by: the names of those who set `usd_price`; null where it is unknown.
 *
 * Earlier versions took any number of an output on any network, other suffixes, and the same ID on networks with two
 * names. Of such credits the whole transaction or the first output is kept as credited; the others keep their ID and
 * state, and are found by `transaction_id <> '' and credited_as is null`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...COLUMNS, ...EARLIER, ...ONCE, ...RATES]) await statement.execute(db);
}

const COLUMNS = [
  sql`alter table deposits
    add column transfer text generated always as
      (case type when 0 then split_part(transaction_id, ':', 1) else transaction_id end) stored,
    add column credited_as text`,
  sql`drop index deposits_credited_once`,
  sql`drop index deposits_of_transaction`,
  sql`create index deposits_of_transfer on deposits (transfer) where transfer <> ''`,
];

/** Networks with outputs at the time of this migration. */
const OUTPUT_NETWORKS = sql`('BTC', 'BITCOIN', 'LTC', 'LITECOIN', 'DOGE', 'DOGECOIN', 'BCH', 'BITCOINCASH', 'DASH')`;

const EARLIER = [
  sql`with read as (
      select id, target_id, type, transaction_id,
        upper(regexp_replace(protocol_code, '[^A-Za-z0-9]', '', 'g')) in ${OUTPUT_NETWORKS} as has_outputs,
        coalesce(lower(substring(transaction_id from '^(?:0[xX])?([0-9A-Fa-f]{64})')), split_part(transaction_id, ':', 1)) as bare,
        substring(transaction_id from '^[^:]*:([0-9]{1,9})$')::int as output
      from deposits where transaction_id <> '' and state in ('crediting', 'finished')
    ), named as (
      select id, case
          when type = 1 then 'account ' || target_id || ' ' || transaction_id
          when has_outputs and output is not null then 'coin ' || bare || ':' || output
          else 'coin ' || bare
        end as name
      from read
    ), first as (
      select distinct on (name) id, name from named order by name, id
    )
    update deposits set credited_as = first.name from first
    where deposits.id = first.id and not exists (
      select from named whole where first.name like 'coin %:%' and whole.name = split_part(first.name, ':', 1))`,
];

const ONCE = [
  sql`create type transfer_span as range (subtype = text, collation = "C")`,
  // A body in the SQL standard's form keeps its references in a restore, which has no search path.
  sql`create function transfer_span_of(transfer text) returns transfer_span immutable strict parallel safe
    return case when transfer ~ '^coin [^:]+$' then transfer_span(transfer || ':', transfer || ';', '[]')
      else transfer_span(transfer, transfer, '[]') end`,
  sql`alter table deposits add constraint deposits_credited_once
    exclude using gist (transfer_span_of(credited_as) with &&) where (credited_as is not null)`,
];

const RATES = [
  sql`alter table deposits add column usd_price_by text`,
  sql`alter table collect_coins add column usd_price_by text`,
  sql`update collect_coins set usd_price_by = (select staff_name from record_changes change
      where change.kind = 'collect_coin' and change.record_id = collect_coins.id and change.after::jsonb -> 'usd_price' is not null
      order by change.id desc limit 1)
    where usd_price is not null`,
];

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table collect_coins drop column usd_price_by`.execute(db);
  await sql`alter table deposits drop column usd_price_by`.execute(db);
  await sql`alter table deposits drop constraint deposits_credited_once, drop column credited_as, drop column transfer`.execute(
    db,
  );
  await sql`drop function transfer_span_of`.execute(db);
  await sql`drop type transfer_span`.execute(db);
  await sql`create index deposits_of_transaction on deposits (transaction_id, network) where transaction_id <> ''`.execute(
    db,
  );
  await sql`create unique index deposits_credited_once on deposits (network, transaction_id)
    where transaction_id <> '' and state in ('crediting', 'finished')`.execute(db);
}
