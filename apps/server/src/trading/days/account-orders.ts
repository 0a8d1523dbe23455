import type { InstrumentId, Side } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { NET_RESULT, PREMIUM } from '../net-result.ts';
import { type DaySpan, DAY_LITERAL } from './account-moves.ts';

/** The figures of ended orders `o` that are summed by day, with the names of their columns in order_days. */
export const ORDER_SUMS: RawBuilder<unknown> = sql`count(*) as orders, count(*) filter (where o.kind <> 'market' and o.parent_id is null) as placed, count(o.opened_at) as opened,
  count(*) filter (where ${NET_RESULT} > 0) as wins, sum(o.lots)::bigint as lots, coalesce(sum(o.profit), 0)::bigint as profit,
  coalesce(sum(greatest(o.profit, 0)), 0)::bigint as gross_profit, coalesce(sum(least(o.profit, 0)), 0)::bigint as gross_loss,
  sum(o.fee)::bigint as fee, sum(o.swap)::bigint as swap, sum(${PREMIUM})::bigint as premium`;

/** Orders that a list shows. Times are whole UTC days. */
export interface EndedFilter {
  readonly span?: { readonly from: number; readonly to: number } | undefined;
  readonly status?: 'closed' | 'cancelled' | undefined;
  readonly instrument?: InstrumentId | undefined;
  readonly side?: Side | undefined;
}

/** The beginning of a page of an account's ended orders, newest first. */
export interface EndedPage {
  readonly total: number;
  /** Time of an end before which to read. Undefined when the list is empty. */
  readonly before: bigint | undefined;
  /** Orders to skip from there. */
  readonly skip: number;
}

/** The first moment of an account's shard whose ended orders are not contained in the sums of days. */
function summedBefore(account: AccountId): RawBuilder<bigint> {
  return sql`coalesce((select d.day from order_days_through d join accounts a on a.shard = d.shard where a.id = ${BigInt(account)}), 0) * ${DAY_LITERAL}`;
}

/**
 * An account's ended orders as rows of (day, instrument, side, leverage, status) with their sums: whole days where they
 * are summed, then the later orders. The cost depends on the days and on the orders of the last one or two.
 */
export function endedOf(account: AccountId): RawBuilder<unknown> {
  return sql`(
    select d.day, d.instrument, d.side, d.leverage, d.status, d.orders, d.placed, d.opened, d.wins, d.lots, d.profit, d.gross_profit, d.gross_loss, d.fee, d.swap, d.premium
      from order_days d where d.account = ${BigInt(account)}
    union all
    select (o.ended_at / ${DAY_LITERAL})::integer as day, o.instrument, o.side, o.leverage, o.status, ${ORDER_SUMS}
      from orders o where o.account = ${BigInt(account)} and o.ended_at is not null and o.ended_at >= ${summedBefore(account)} group by 1, 2, 3, 4, 5)`;
}

/** SQL condition on a row `e` of endedOf. */
export function endedMatching({ span, status, instrument, side }: EndedFilter): RawBuilder<boolean> {
  const conditions = [
    ...(span === undefined
      ? []
      : [sql`e.day >= ${span.from} / ${DAY_LITERAL} and e.day < ${span.to} / ${DAY_LITERAL}`]),
    ...(status === undefined ? [] : [sql`e.status = ${status}`]),
    ...(instrument === undefined ? [] : [sql`e.instrument = ${instrument}`]),
    ...(side === undefined ? [] : [sql`e.side = ${side}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Finds a page by the counts of days, so that the orders before it are not read. */
export async function findEnded(
  db: Kysely<Tables>,
  account: AccountId,
  offset: number,
  filter: EndedFilter = {},
): Promise<EndedPage> {
  const { rows } = await sql<{ total: bigint; before: bigint; newer: bigint }>`
    with days as (
      select e.day, sum(e.orders) as orders from ${endedOf(account)} e where ${endedMatching(filter)} group by e.day
    ), placed as (
      select day, (sum(orders) over (order by day desc) - orders)::bigint as newer, sum(orders) over ()::bigint as total from days
    )
    select total, (day + 1) * ${DAY_LITERAL} as before, newer from placed where newer <= ${offset} order by day limit 1`.execute(
    db,
  );
  const [row] = rows;
  return row === undefined
    ? { total: 0, before: undefined, skip: 0 }
    : { total: Number(row.total), before: row.before, skip: offset - Number(row.newer) };
}

/**
 * Positions of all accounts that were closed in a span, as rows of (account, day, instrument, trades, wins, lots,
 * gross_profit, gross_loss). A row's sums may be spread over several rows.
 */
export function closedByAll({ from, to }: DaySpan): RawBuilder<unknown> {
  return sql`(
    select d.account, d.day, d.instrument, d.orders as trades, d.wins, d.lots, d.gross_profit, d.gross_loss
      from order_days d where d.status = 'closed' and d.day >= ${from} / ${DAY_LITERAL} and d.day < ${to} / ${DAY_LITERAL}
    union all
    select s.account, s.day, s.instrument, s.orders, s.wins, s.lots, s.gross_profit, s.gross_loss from (
      select o.account, (o.ended_at / ${DAY_LITERAL})::integer as day, o.instrument, ${ORDER_SUMS}
      from lease l left join order_days_through m on m.shard = l.shard
        join orders o on o.shard = l.shard and o.status = 'closed' and o.ended_at >= ${from} and o.ended_at < ${to}
          and o.ended_at >= coalesce(m.day, 0) * ${DAY_LITERAL}
      group by 1, 2, 3) s)`;
}
