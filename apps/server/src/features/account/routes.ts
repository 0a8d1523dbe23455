import { accountCalls } from '@fairlot/contract';
import { formatMoney, plus } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';

/** Registers the calls for an account's balance and for the reset of a demo account. */
export function registerAccount(calls: Calls, trading: TradingHost): void {
  calls.forUser(accountCalls.getBalance, (_input, context) => balanceOf(trading, context.session.account));

  calls.forUser(accountCalls.resetDemo, async (_input, context) => {
    const { account } = context.session;
    const outcome = await trading.submit({ type: 'resetDemo', account, key: context.key });
    if (!outcome.ok) return refuse(outcome.reason, outcome.detail);
    const balance = await balanceOf(trading, account);
    return balance.ok ? done(balance.data, 'demo_reset') : balance;
  });
}

async function balanceOf(trading: TradingHost, id: number): Promise<Answer<{ balance: string; lock_balance: string }>> {
  const account = await committedAccount(trading, id);
  if (account === undefined) return refuse('unknown_account');
  return done({
    balance: formatMoney(account.cash),
    lock_balance: formatMoney(plus(account.orderReserve, account.withdrawalHold)),
  });
}
