import type { OutputOfStaff, dashboardCalls } from '@fairlot/contract';
import { HOUSE_ACCOUNTS, asMoney, formatMoney } from '@fairlot/domain';
import type { HouseAccount } from '@fairlot/domain';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListSlice } from '../../../platform/staff-calls.ts';

type Row = OutputOfStaff<typeof dashboardCalls.officeHouseResult>['list'][number];

/** What the house earned or paid on a day: these accounts together are its result. Deposits and withdrawals pass through it. */
const RESULT = ['profit', 'fees', 'swap', 'negativeBalanceCover', 'adjustments'] as const satisfies readonly HouseAccount[];

/** Every movement between a client of a kind and the house, signed from the house's side. */
function moves(kind: 'real' | 'demo') {
  return sql`select (to_timestamp(transfers.time / 1000.0) at time zone 'UTC')::date as day, least(debit_account, credit_account) as house,
      case when credit_account < 0 then amount else -amount end as amount
    from transfers join accounts on accounts.id = transfers.account
    where least(debit_account, credit_account) < 0 and accounts.kind = ${kind}`;
}

/** The house's result by day (UTC of market time), the latest first; days on which nothing moved are left out. */
export async function readHouseResult(db: Kysely<Tables>, kind: 'real' | 'demo', { offset, limit }: ListSlice): Promise<{ readonly list: readonly Row[]; readonly total: number }> {
  const { rows } = await sql<{ day: string; sums: Readonly<Record<string, string>> }>`
    select day::text, jsonb_object_agg(house::text, total::text) as sums
    from (select day, house, sum(amount) as total from (${moves(kind)}) move group by day, house) sum
    group by day order by day desc offset ${offset} limit ${limit}`.execute(db);
  const counted = await sql<{ total: bigint }>`select count(distinct day) as total from (${moves(kind)}) move`.execute(db);
  return { list: rows.map(({ day, sums }) => present(day, sums)), total: Number(counted.rows[0]?.total ?? 0) };
}

function text(amount: bigint): string {
  return formatMoney(asMoney(amount), 2);
}

function present(day: string, sums: Readonly<Record<string, string>>): Row {
  const of = (house: HouseAccount): bigint => BigInt(sums[String(-1 - HOUSE_ACCOUNTS.indexOf(house))] ?? '0');
  return {
    day, profit: text(of('profit')), fees: text(of('fees')), swap: text(of('swap')), negative_balance_cover: text(of('negativeBalanceCover')),
    adjustments: text(of('adjustments')), result: text(RESULT.reduce((sum, house) => sum + of(house), 0n)),
    // A deposit leaves the clearing account, a withdrawal reaches it: both are shown as what the client did.
    deposits: text(-of('depositsClearing')), withdrawals: text(of('withdrawalsClearing')),
  };
}
