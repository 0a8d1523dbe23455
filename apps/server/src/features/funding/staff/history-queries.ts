import type { OutputOfStaff, fundingStaffCalls } from '@fairlot/contract';
import { LEDGER_TYPES, asMoney, equity, formatMoney, plus } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import { movesOf } from '../../../trading/days/account-moves.ts';
import type { TradingHost } from '../../../trading/port.ts';
import type { MethodQueries } from '../methods/queries.ts';
import type { WithdrawalQueries } from '../withdrawals/queries.ts';
import type { StaffDepositQueries } from './deposit-queries.ts';
import { presentStaffDeposit, presentStaffWithdrawal } from './presenter.ts';

type History = OutputOfStaff<typeof fundingStaffCalls.staffWithdrawal>['history'];

/** The newest ten records of each kind, shown to reviewers. */
const RECENT = { offset: 0, limit: 10 };

export interface HistoryDeps {
  readonly db: Kysely<Tables>;
  readonly trading: TradingHost;
  readonly deposits: StaffDepositQueries;
  readonly withdrawals: WithdrawalQueries;
  readonly methods: MethodQueries;
}

/** Reads an account's history for a reviewer; undefined when there is no such account. */
export async function readHistory(
  { db, trading, deposits, withdrawals, methods }: HistoryDeps,
  user: number,
  language: LanguageCode,
): Promise<History | undefined> {
  const account = await committedAccount(trading, user);
  const row = await db.selectFrom('accounts').select('opened_at').where('id', '=', BigInt(user)).executeTakeFirst();
  if (account === undefined || row === undefined) return undefined;
  // Signs are the client's: money from house accounts is positive, money to them negative. Of transfers within the
  // account, those out of cash (freezing) are negative and releases positive.
  const { rows: sums } = await sql<{ kind: number; count: bigint; sum: bigint }>`
    select m.kind, sum(m.transfers)::bigint as count,
      sum(case when m.kind in (${LEDGER_TYPES.reserve}, ${LEDGER_TYPES.release}) then m.available else m.total end)::bigint as sum
    from ${movesOf(user)} m group by 1 order by 1`.execute(db);
  const [recentDeposits, recentWithdrawals, { bound, removed }] = await Promise.all([
    deposits.list({ user }, RECENT),
    withdrawals.list({ user }, RECENT),
    methods.figures(user),
  ]);
  return {
    balance: formatMoney(account.standing.balance),
    available: formatMoney(account.cash),
    lock_balance: formatMoney(plus(account.orderReserve, account.withdrawalHold)),
    net_value: formatMoney(equity(account.standing)),
    sums: sums.map(({ kind, sum, count }) => ({ type: kind, sum: formatMoney(asMoney(sum)), count: Number(count) })),
    opened_at: new Date(Number(row.opened_at)).toISOString(),
    bound_methods: bound,
    removed_methods: removed,
    recent_deposits: recentDeposits.rows.map(presentStaffDeposit),
    recent_withdrawals: recentWithdrawals.rows.map((withdrawal) => presentStaffWithdrawal(withdrawal, language)),
  };
}
