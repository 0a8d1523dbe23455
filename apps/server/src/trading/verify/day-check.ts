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
      `account ${account}: the sum of ledger type ${kind} on ${new Date(day * DAY_MS).toISOString().slice(0, 10)} differs from that of its transfers`,
    );
  }
}
