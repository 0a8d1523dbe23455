import type { OutputOfStaff, fundingStaffCalls } from '@fairlot/contract';
import { asMoney, equity, formatMoney, plus } from '@fairlot/domain';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';
import { presentStaffDeposit } from './deposits/presenter.ts';
import type { DepositQueries } from './deposits/queries.ts';
import type { MethodQueries } from './methods/queries.ts';
import { presentStaffWithdrawal } from './withdrawals/presenter.ts';
import type { WithdrawalQueries } from './withdrawals/queries.ts';

type History = OutputOfStaff<typeof fundingStaffCalls.staffWithdrawal>['history'];

/** Records of each kind that a reviewer is shown at once. */
const RECENT = { offset: 0, limit: 10 };

export interface HistoryDeps {
  readonly db: Kysely<Tables>;
  readonly trading: TradingHost;
  readonly deposits: DepositQueries;
  readonly withdrawals: WithdrawalQueries;
  readonly methods: MethodQueries;
}

/** What an account did so far. Undefined when there is none. */
export async function readHistory(
  { db, trading, deposits, withdrawals, methods }: HistoryDeps,
  user: number,
): Promise<History | undefined> {
  const account = await committedAccount(trading, user);
  const row = await db.selectFrom('accounts').select('opened_at').where('id', '=', BigInt(user)).executeTakeFirst();
  if (account === undefined || row === undefined) return undefined;
  // Signed from the client's side: what came from the house, what went to it, and what was frozen or released within.
  const sums = await db
    .selectFrom('transfers')
    .select([
      'kind',
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`sum(case when debit_account < 0 then amount when credit_account < 0 or debit_book = 'cash' then -amount else amount end)::int8`.as(
        'sum',
      ),
    ])
    .where('account', '=', BigInt(user))
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  const [recentDeposits, recentWithdrawals, { bound, removed }] = await Promise.all([
    deposits.list({ user }, RECENT),
    withdrawals.list({ user }, RECENT),
    methods.figures(user),
  ]);
  return {
    balance: formatMoney(account.standing.balance),
    lock_balance: formatMoney(plus(account.orderReserve, account.withdrawalHold)),
    net_value: formatMoney(equity(account.standing)),
    sums: sums.map(({ kind, sum, count }) => ({ type: kind, sum: formatMoney(asMoney(sum)), count: Number(count) })),
    opened_at: new Date(Number(row.opened_at)).toISOString(),
    bound_methods: bound,
    removed_methods: removed,
    recent_deposits: recentDeposits.rows.map(presentStaffDeposit),
    recent_withdrawals: recentWithdrawals.rows.map(presentStaffWithdrawal),
  };
}
