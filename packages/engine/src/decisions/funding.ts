import { minus } from '@fairlot/domain';
import type { Adjust, Deposit, OpenAccount, ResetDemo } from '../command.ts';
import type { Account } from '../core/state.ts';
import { settleWithHouse } from '../core/transfers.ts';
import { worthOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { burstRefusal } from './dealing.ts';
import { cancelAllPending, closeAtMarket } from './ending.ts';
import { coverNegativeBalance } from './negative-balance.ts';
import { DONE, refuse } from './outcomes.ts';
import { settleSwaps } from './swap.ts';

/** Opens an account. A demo account gets its play money at once. */
export function openAccount(work: Work, { account: id, kind }: OpenAccount): Outcome {
  if (work.state.accounts.has(id)) return refuse('account_exists');
  work.emit({ type: 'accountOpened', account: id, kind });
  const account = work.state.accounts.get(id);
  if (account !== undefined && kind === 'demo') fundDemo(work, account);
  return DONE;
}

/** Credits a deposit. */
export function deposit(work: Work, { account: id, amount, reference }: Deposit): Outcome {
  const account = work.state.accounts.get(id);
  if (account === undefined) return refuse('unknown_account');
  if (amount <= 0n) return refuse('amount_not_positive');
  settleWithHouse(work, account, 'depositsClearing', 'deposit', amount, { reference, worth: worthOf(work, account) });
  return DONE;
}

/** Credits or debits a correction by staff. Only an amount of zero is refused. */
export function adjust(work: Work, { account: id, amount, memo }: Adjust): Outcome {
  const account = work.state.accounts.get(id);
  if (account === undefined) return refuse('unknown_account');
  if (amount === 0n) return refuse('amount_not_positive');
  settleWithHouse(work, account, 'adjustments', 'adjustment', amount, { memo, worth: worthOf(work, account) });
  coverNegativeBalance(work, account);
  return DONE;
}

/** Resets a demo account: cancels and closes everything at the last known quotes and restores the play money. */
export function resetDemo(work: Work, { account: id }: ResetDemo): Outcome {
  const account = work.state.accounts.get(id);
  if (account === undefined) return refuse('unknown_account');
  if (account.kind !== 'demo') return refuse('not_a_demo_account');
  for (const { instrument } of account.orders) {
    const refusal = burstRefusal(work, instrument) ?? (instrument.leg && burstRefusal(work, instrument.leg));
    if (refusal !== undefined) return refuse(refusal);
  }
  cancelAllPending(work, account.orders, 'demo_reset');
  // Iterates over a copy, because closing removes positions from the list. Closed and stale markets are allowed for
  // play money.
  settleSwaps(work, account);
  for (const position of account.orders.slice()) closeAtMarket(work, position, 'demo_reset');
  fundDemo(work, account);
  return DONE;
}

/** Makes one transfer, in either direction, that sets the cash to a demo account's initial amount. */
function fundDemo(work: Work, account: Account): void {
  settleWithHouse(work, account, 'demoIssuance', 'demoFunding', minus(work.rules.demoFunds, account.cash), {});
}
