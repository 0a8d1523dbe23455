import { DEFAULT_GROUPS, type Money, ZERO, minus } from '@fairlot/domain';
import type { AccountId, Adjust, Deposit, OpenAccount, ResetDemo, RetireAccount, Reward } from '../command.ts';
import type { Account } from '../core/state.ts';
import { settleWithHouse } from '../core/transfers.ts';
import { worthOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { burstRefusal } from './dealing.ts';
import { cancelAllPending, closeAtMarket } from './ending.ts';
import { isGroup } from './groups.ts';
import { coverNegativeBalance } from './negative-balance.ts';
import { DONE, refuse } from './outcomes.ts';
import { settleSwaps } from './swap.ts';

/** Opens an account. A demo account gets its play money at once. */
export function openAccount(work: Work, { account: id, kind, group }: OpenAccount): Outcome {
  if (work.state.accounts.has(id)) return refuse('account_exists');
  if (group !== undefined && !isGroup(work.state, group)) return refuse('unknown_group');
  const own = group === undefined || group === DEFAULT_GROUPS[kind] ? {} : { group };
  work.emit({ type: 'accountOpened', account: id, kind, ...own });
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

/** The house account on the other side of an adjustment. */
const ADJUSTED = { withdrawal: 'withdrawalsClearing', deposit: 'depositsClearing', none: 'adjustments' } as const;

/** Credits or debits a correction by staff, or money that came back. Only an amount of zero is refused. */
export function adjust(work: Work, { account: id, amount, memo, returns, reference }: Adjust): Outcome {
  const account = work.state.accounts.get(id);
  if (account === undefined) return refuse('unknown_account');
  if (amount === 0n) return refuse('amount_not_positive');
  const note = { memo, reference, worth: worthOf(work, account) };
  settleWithHouse(work, account, ADJUSTED[returns ?? 'none'], 'adjustment', amount, note);
  coverNegativeBalance(work, account);
  return DONE;
}

/** Credits a reward for an invited person to a real account. */
export function reward(work: Work, { account: id, amount, memo, reference }: Reward): Outcome {
  const account = work.state.accounts.get(id);
  if (account === undefined) return refuse('unknown_account');
  if (account.kind !== 'real') return refuse('real_account_required');
  if (amount <= 0n) return refuse('amount_not_positive');
  settleWithHouse(work, account, 'rewards', 'reward', amount, { memo, reference, worth: worthOf(work, account) });
  return DONE;
}

/** Resets a demo account: ends all of its orders and restores the play money. */
export function resetDemo(work: Work, { account: id }: ResetDemo): Outcome {
  const account = demoAccount(work, id);
  if (typeof account === 'string') return refuse(account);
  endAllOrders(work, account);
  fundDemo(work, account);
  return DONE;
}

/** Retires a demo account: ends all of its orders, returns its money and removes it. Held money keeps it. */
export function retireAccount(work: Work, { account: id }: RetireAccount): Outcome {
  const account = demoAccount(work, id);
  if (typeof account === 'string') return refuse(account);
  if (account.withdrawalHold > 0n) return refuse('withdrawal_exists');
  endAllOrders(work, account);
  setCash(work, account, ZERO);
  work.touch(account);
  work.emit({ type: 'accountRetired', account: id });
  return DONE;
}

/** A demo account whose orders can be ended now, or the refusal. */
function demoAccount(work: Work, id: AccountId): Account | 'unknown_account' | 'not_a_demo_account' | 'price_in_doubt' {
  const account = work.state.accounts.get(id);
  if (account === undefined) return 'unknown_account';
  if (account.kind !== 'demo') return 'not_a_demo_account';
  for (const { instrument } of account.orders) {
    const refusal = burstRefusal(work, instrument) ?? (instrument.leg && burstRefusal(work, instrument.leg));
    if (refusal !== undefined) return refusal;
  }
  return account;
}

/** Cancels and closes everything at the last known quotes. Closed and stale markets are allowed for play money. */
function endAllOrders(work: Work, account: Account): void {
  cancelAllPending(work, account.orders, 'demo_reset');
  settleSwaps(work, account);
  // Iterates over a copy, because closing removes positions from the list.
  for (const position of account.orders.slice()) closeAtMarket(work, position, 'demo_reset');
}

function fundDemo(work: Work, account: Account): void {
  setCash(work, account, work.rules.demoFunds);
}

/** Makes one transfer of play money, in either direction, that sets the cash of a demo account. */
function setCash(work: Work, account: Account, amount: Money): void {
  settleWithHouse(work, account, 'demoIssuance', 'demoFunding', minus(amount, account.cash), {});
}
