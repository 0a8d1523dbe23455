import { type Kysely, sql } from 'kysely';

/**
 * Closed positions `paid` with the premium of their guaranteed stop. Only days with an entry of the house account of
 * guarantees (-11) are read, so a house that never offered guaranteed stops reads none.
 */
const PAID = sql`days as (
    select day from house_days where house = -11
    union select (t.time / 86400000)::integer from lease l left join house_days_through h on h.shard = l.shard
      join transfers t on t.shard = l.shard and t.id > coalesce(h.id, 0) where t.kind = 15
  ), paid as materialized (
    select o.*, d.day, (o.guarantee->>'premium')::bigint as premium, o.profit - o.fee + o.swap as before
    from days d join orders o on o.ended_at >= d.day * 86400000::bigint and o.ended_at < (d.day + 1) * 86400000::bigint
    where o.guarantee is not null
  )`;

/** The premiums of a row of order_days, and its wins that they turn into losses. */
const OF_ORDER_DAYS = sql`(
    select account, day, instrument, side, leverage, status, sum(premium)::bigint as premium,
      count(*) filter (where before > 0 and before <= premium) as lost
    from paid group by 1, 2, 3, 4, 5, 6) p
  where s.account = p.account and s.day = p.day and s.instrument = p.instrument and s.side = p.side
    and s.leverage = p.leverage and s.status = p.status`;

/** The premiums of a copy, by the orders that it opened and their parts. */
const OF_COPIES = sql`(
    select c.id, sum(paid.premium)::bigint as premium from paid
      join copies c on c.user_id = paid.account and (c.ended_time is null or paid.ended_at <= c.ended_time)
      join copy_events e on e.leader_id = c.leader_id and e.type = 'open' and e.copy_id = any(array[0, c.id])
      join copy_results r on r.event = e.number and r.copy_id = c.id and r.order_id = coalesce(paid.parent_id, paid.id)
    group by 1) p
  where c.id = p.id`;

/** The premiums that trade_days have to contain: transfers after its mark are added by the running server. */
const BOOKED = sql`
  select paid.account, paid.day, paid.instrument, paid.side, 0, 0, 0, -sum(paid.premium)
  from paid left join trade_days_through m on m.shard = paid.shard
  where paid.premium <> 0 and not exists (select from transfers t
    where t.shard = paid.shard and t.id > coalesce(m.id, 0) and t.kind = 15 and t.reference = paid.id)
  group by 1, 2, 3, 4`;

/**
 * Counts the premium of guaranteed stops in results. The premiums of the past are read once, for all three tables.
 *
 * - order_days.premium: premiums of the closed positions; `wins` are those whose result after fee, swaps and premium is
 *   above zero.
 * - trade_days.premiums: premiums that were booked, with the client's sign.
 * - copies.realised: the running server computes it for copies with new closes only, and never for those that have ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_days add column premium bigint not null default 0`.execute(db);
  await sql`alter table trade_days add column premiums bigint not null default 0`.execute(db);
  await sql`with ${PAID}, booked as (
      insert into trade_days as s (account, day, instrument, side, profit, fees, swaps, premiums) ${BOOKED}
      on conflict (account, day, instrument, side) do update set premiums = excluded.premiums
    ), ended as (update order_days s set premium = p.premium, wins = s.wins - p.lost from ${OF_ORDER_DAYS})
    update copies c set realised = c.realised - p.premium from ${OF_COPIES}`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`with ${PAID}, ended as (update order_days s set wins = s.wins + p.lost from ${OF_ORDER_DAYS})
    update copies c set realised = c.realised + p.premium from ${OF_COPIES}`.execute(db);
  await sql`alter table order_days drop column premium`.execute(db);
  await sql`alter table trade_days drop column premiums`.execute(db);
}
