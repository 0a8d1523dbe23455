import { PAGE_SIZE, ledgerCalls } from '@fairlot/contract';
import { formatMoney, plus } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { done, refuse } from '../../http/answer.ts';
import type { Calls, UserContext } from '../../http/calls.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';
import { presentEntry } from './presenter.ts';
import { readTransfers } from './queries.ts';

/** Registers the account's ledger under its two addresses. */
export function registerLedger(calls: Calls, db: Kysely<Tables>, trading: TradingHost): void {
  const read = async ({ page }: { readonly page: number }, { session, language }: UserContext) => {
    const { rows, total } = await readTransfers(db, session.account, (page - 1) * PAGE_SIZE, PAGE_SIZE);
    const account = await committedAccount(trading, session.account);
    if (account === undefined) return refuse('unknown_account');
    return done({
      list: rows.map((row) => presentEntry(row, language)),
      total,
      balance: formatMoney(account.cash),
      lock_balance: formatMoney(plus(account.orderReserve, account.withdrawalHold)),
    });
  };
  calls.forUser(ledgerCalls.forexDetail, read);
  calls.forUser(ledgerCalls.forexChange, read);
}
