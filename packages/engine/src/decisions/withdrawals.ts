import { formatMoney, minus, withdrawable } from '@fairlot/domain';
import type { HoldWithdrawal, PayWithdrawal, ReleaseWithdrawal } from '../command.ts';
import type { Account } from '../core/state.ts';
import { payFromHold, release, reserve } from '../core/transfers.ts';
import { standingOf, worthOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { WithdrawalMoved } from '../event.ts';
import type { WithdrawalRecord } from '../image.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { DONE, refuse } from './outcomes.ts';

/** Freezes money for a withdrawal under review. The fee is part of the amount and can't exceed it. */
export function holdWithdrawal(work: Work, command: HoldWithdrawal): Outcome {
  const { withdrawal, amount, fee } = command;
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return refuse('unknown_account');
  if (amount <= 0n || fee < 0n || fee > amount) return refuse('amount_not_positive');
  if (work.state.withdrawals.has(withdrawal)) return refuse('withdrawal_exists');
  const available = withdrawable(standingOf(work, work.rulebook, account));
  if (amount > available) return refuse('insufficient_balance', { available: formatMoney(available) });
  moved(work, 'withdrawalHeld', account, { id: withdrawal, account: account.id, amount, fee });
  reserve(work, account, 'withdrawalHold', amount, withdrawal);
  return DONE;
}

/** Releases the frozen money, or pays it out. */
export function endWithdrawal(work: Work, command: ReleaseWithdrawal | PayWithdrawal): Outcome {
  return command.type === 'releaseWithdrawal' ? releaseWithdrawal(work, command) : payWithdrawal(work, command);
}

function releaseWithdrawal(work: Work, command: ReleaseWithdrawal): Outcome {
  const held = heldBy(work, command);
  if (typeof held === 'string') return refuse(held);
  moved(work, 'withdrawalReleased', held.account, held.record);
  release(work, held.account, 'withdrawalHold', held.record.amount, held.record.id);
  return DONE;
}

/**
 * Pays out the frozen money and its fee to the house. Refused while the account is in debt, because the frozen money
 * covers the debt.
 */
function payWithdrawal(work: Work, command: PayWithdrawal): Outcome {
  const held = heldBy(work, command);
  if (typeof held === 'string') return refuse(held);
  const { account, record } = held;
  if (account.cash < 0n) return refuse('insufficient_balance');
  moved(work, 'withdrawalPaid', account, record);
  const net = minus(record.amount, record.fee);
  const worth = worthOf(work, account);
  payFromHold(work, account, 'withdrawalsClearing', 'withdrawal', net, { reference: record.id, worth });
  payFromHold(work, account, 'fees', 'withdrawalFee', record.fee, { reference: record.id, worth: minus(worth, net) });
  return DONE;
}

function heldBy(
  work: Work,
  command: ReleaseWithdrawal | PayWithdrawal,
): { readonly account: Account; readonly record: WithdrawalRecord } | Refusal {
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return 'unknown_account';
  const record = work.state.withdrawals.get(command.withdrawal);
  return record === undefined || record.account !== account.id ? 'withdrawal_not_held' : { account, record };
}

function moved(
  work: Work,
  type: WithdrawalMoved['type'],
  account: Account,
  { id, amount, fee }: WithdrawalRecord,
): void {
  work.touch(account);
  work.emit({ type, withdrawal: id, account: account.id, amount, fee });
}
