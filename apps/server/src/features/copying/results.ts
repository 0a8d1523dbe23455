import type { CopyId } from '@fairlot/copying';
import { type Money, asMoney } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { NET_RESULT } from '../../trading/net-result.ts';
import type { CopyRow } from './copy-row.ts';

/** The sums of a copy that follow from its results and orders. */
type Sums = Pick<CopyRow, 'closed' | 'skipped' | 'delays' | 'delay_sum' | 'delay_worst' | 'difference'>;

/**
 * Sets the closed results of copies from the orders that they opened, and from the parts and corrections of these orders,
 * and their delays, differences and skips from their results. They are computed each time and never added up, so that a
 * crash loses and doubles nothing. What closes after the end of a copy is the copier's own. A copy that ends while they
 * are computed is left out: a statement that waited for the end's row lock has the sums from before it.
 */
export async function refreshResults(
  db: Kysely<Tables>,
  copies: readonly CopyId[],
): Promise<readonly { readonly id: CopyId; readonly realised: Money; readonly sums: Sums }[]> {
  if (copies.length === 0) return [];
  const { rows } = await sql<Sums & { id: bigint; realised: bigint }>`with asked as materialized (
      select id, ended_time from copies where id = any(${copies.map(BigInt)}::bigint[])
    ), deeds as (
      select c.id as copy_id, c.ended_time, e.type, r.order_id, r.skip, r.delay_ms, r.difference from copies c
      join copy_events e on e.leader_id = c.leader_id and e.copy_id = any(array[0, c.id])
      join copy_results r on r.event = e.number and r.copy_id = c.id
      where c.id = any(${copies.map(BigInt)}::bigint[])
    ), opened as (
      select copy_id, ended_time, order_id from deeds where type = 'open' and order_id is not null
    ), trades as (
      select p.copy_id, o.id, ${NET_RESULT} as net from opened p join orders o on o.id = p.order_id
        where o.status = 'closed' and (p.ended_time is null or o.ended_at <= p.ended_time)
      union all
      select p.copy_id, o.id, ${NET_RESULT} as net from opened p join orders o on o.parent_id = p.order_id
        where o.status = 'closed' and (p.ended_time is null or o.ended_at <= p.ended_time)
    ), closed as materialized (
      select t.copy_id, count(*) as closed, sum(t.net
        + coalesce((select sum(f.amount) from fill_corrections f where f.order_id = t.id), 0)) as realised
      from trades t group by t.copy_id
    ), sums as materialized (
      select copy_id, count(skip) as skipped, count(delay_ms) as delays, sum(delay_ms) as delay_sum, max(delay_ms) as delay_worst,
        sum(difference) as difference
      from deeds group by copy_id
    )
    update copies c set realised = coalesce(t.realised, 0), closed = coalesce(t.closed, 0), skipped = coalesce(s.skipped, 0),
      delays = coalesce(s.delays, 0), delay_sum = coalesce(s.delay_sum, 0), delay_worst = s.delay_worst, difference = coalesce(s.difference, 0)
    from asked
      left join sums s on s.copy_id = asked.id left join closed t on t.copy_id = asked.id
    where c.id = asked.id and c.ended_time is not distinct from asked.ended_time
    returning c.id, c.realised, c.closed, c.skipped, c.delays, c.delay_sum, c.delay_worst, c.difference`.execute(db);
  return rows.map(({ id, realised, ...sums }) => ({ id: Number(id), realised: asMoney(realised), sums }));
}
