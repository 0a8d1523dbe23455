import { DAY_MS } from '@fairlot/domain';
import type { ClientBase } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import type { Findings } from './findings.ts';

/**
 * Independent of the expressions that maintain the sums: adds each side of a transfer separately instead of its net
 * change.
 */
const DIFFERENCES = `with mark as (select coalesce((select id from transfer_days_through where shard = $1), 0) as id),
  sides as (
    select t.id, t.account, (t.time / 86400000)::integer as day, t.kind, t.amount as change, t.credit_book as book from transfers t, mark
      where t.shard = $1 and t.id <= mark.id and t.credit_account = t.account
    union all select t.id, t.account, (t.time / 86400000)::integer, t.kind, -t.amount, t.debit_book from transfers t, mark
      where t.shard = $1 and t.id <= mark.id and t.debit_account = t.account),
  sums as (select account, day, kind, sum(change) as total, coalesce(sum(change) filter (where book = 'cash'), 0) as available, count(distinct id) as transfers, min(id) as first_id, max(id) as last_id
    from sides group by 1, 2, 3)
  select account, day, kind from sums full join (select d.* from transfer_days d join accounts a on a.id = d.account and a.shard = $1) kept using (account, day, kind)
    where (sums.total, sums.available, sums.transfers, sums.first_id, sums.last_id) is distinct from (kept.total, kept.available, kept.transfers, kept.first_id, kept.last_id)
    order by account, day, kind`;

/** Checks that the sums of days equal those of their transfers. */
export async function checkDays(client: ClientBase, shard: number, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ account: bigint; day: number; kind: number }>({
    text: DIFFERENCES,
    values: [shard],
    types: exactTypes,
  });
  for (const { account, day, kind } of rows) {
    findings.add(
      `account ${account}: the sum of ledger type ${kind} on ${dateOf(day)} differs from that of its transfers`,
    );
  }
}

const ORDER_DIFFERENCES = `with mark as (select coalesce((select day from order_days_through where shard = $1), 0) as day),
  ended as (select o.* from orders o, mark where o.shard = $1 and o.ended_at < mark.day * 86400000::bigint),
  sums as (select account, (ended_at / 86400000)::integer as day, instrument, side, leverage, status, count(*) as orders,
      sum(case when kind = 'market' then 0 else 1 end) as placed, sum(case when opened_at is null then 0 else 1 end) as opened,
      sum(case when profit + swap > fee + coalesce((guarantee->>'premium')::bigint, 0) then 1 else 0 end) as wins, sum(lots) as lots, sum(coalesce(profit, 0)) as profit,
      sum(case when profit > 0 then profit else 0 end) as gross_profit, sum(case when profit < 0 then profit else 0 end) as gross_loss, sum(fee) as fee, sum(swap) as swap,
      sum(coalesce((guarantee->>'premium')::bigint, 0)) as premium
    from ended group by 1, 2, 3, 4, 5, 6)
  select distinct account, day from sums full join (select d.* from order_days d join accounts a on a.id = d.account and a.shard = $1) kept using (account, day, instrument, side, leverage, status)
    where (sums.orders, sums.placed, sums.opened, sums.wins, sums.lots, sums.profit, sums.gross_profit, sums.gross_loss, sums.fee, sums.swap, sums.premium)
      is distinct from (kept.orders, kept.placed, kept.opened, kept.wins, kept.lots, kept.profit, kept.gross_profit, kept.gross_loss, kept.fee, kept.swap, kept.premium)
    order by account, day`;

/** Checks that the sums of ended orders equal their orders. */
export async function checkOrderDays(client: ClientBase, shard: number, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ account: bigint; day: number }>({
    text: ORDER_DIFFERENCES,
    values: [shard],
    types: exactTypes,
  });
  for (const { account, day } of rows)
    findings.add(`account ${account}: the sums of orders that ended on ${dateOf(day)} differ from the orders`);
}

const TRADE_DIFFERENCES = `with mark as (select coalesce((select id from trade_days_through where shard = $1), 0) as id),
  sides as (
    select t.*, t.amount as change from transfers t, mark where t.shard = $1 and t.id <= mark.id and t.credit_account = t.account
    union all select t.*, -t.amount from transfers t, mark where t.shard = $1 and t.id <= mark.id and t.debit_account = t.account),
  sums as (select s.account, (s.time / 86400000)::integer as day, o.instrument, o.side, sum(case when s.kind = 5 then change else 0 end) as profit,
      sum(case when s.kind = 4 then change else 0 end) as fees, sum(case when s.kind = 8 then change else 0 end) as swaps,
      sum(case when s.kind = 13 then change else 0 end) as corrections, sum(case when s.kind = 15 then change else 0 end) as premiums
    from sides s join orders o on o.id = s.reference where s.kind in (4, 5, 8, 13, 15) group by 1, 2, 3, 4)
  select distinct account, day from sums full join (select d.* from trade_days d join accounts a on a.id = d.account and a.shard = $1) kept using (account, day, instrument, side)
    where (sums.profit, sums.fees, sums.swaps, sums.corrections, sums.premiums) is distinct from (kept.profit, kept.fees, kept.swaps, kept.corrections, kept.premiums) order by account, day`;

const HOUSE_DIFFERENCES = `with mark as (select coalesce((select id from house_days_through where shard = $1), 0) as id),
  sides as (
    select t.account, t.time, t.credit_account as house, t.amount as change from transfers t, mark where t.shard = $1 and t.id <= mark.id and t.credit_account < 0
    union all select t.account, t.time, t.debit_account, -t.amount from transfers t, mark where t.shard = $1 and t.id <= mark.id and t.debit_account < 0),
  sums as (select (s.time / 86400000)::integer as day, a.kind as accounts, s.house, sum(s.change) as total from sides s join accounts a on a.id = s.account group by 1, 2, 3)
  select day, accounts, house from sums full join (select * from house_days where shard = $1) kept using (day, accounts, house)
    where sums.total is distinct from kept.total order by day, accounts, house`;

/** Checks that the sums of positions and of the house equal their transfers. */
export async function checkTransferSums(client: ClientBase, shard: number, findings: Findings): Promise<void> {
  const trades = await client.query<{ account: bigint; day: number }>({
    text: TRADE_DIFFERENCES,
    values: [shard],
    types: exactTypes,
  });
  for (const { account, day } of trades.rows)
    findings.add(`account ${account}: the sums of positions on ${dateOf(day)} differ from their transfers`);
  const house = await client.query<{ accounts: string; day: number; house: bigint }>({
    text: HOUSE_DIFFERENCES,
    values: [shard],
    types: exactTypes,
  });
  for (const { accounts, day, house: account } of house.rows)
    findings.add(
      `the sum of house account ${account} with ${accounts} accounts on ${dateOf(day)} differs from its transfers`,
    );
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
