import { formatMoney, negate, withdrawable } from '@fairlot/domain';
import type { ChargeCopyFee, PayCopyFee } from '../command.ts';
import { settleWithHouse } from '../core/transfers.ts';
import { standingOf, worthOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { DONE, refuse } from './outcomes.ts';

/** Takes a leader's fee from a copier, as much of it as could be withdrawn, or pays it to the leader. */
export function copyFee(work: Work, command: ChargeCopyFee | PayCopyFee): Outcome {
  const { type, amount, reference, memo } = command;
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return refuse('unknown_account');
  if (amount <= 0n) return refuse('amount_not_positive');
  const note = { reference, memo, worth: worthOf(work, account) };
  if (type === 'payCopyFee') {
    settleWithHouse(work, account, 'copyFees', 'copyFee', amount, note);
    return DONE;
  }
  const available = withdrawable(standingOf(work, work.rulebook, account));
  const taken = work.rulebook.feeTaken(amount, available);
  if (taken <= 0n) return refuse('insufficient_balance', { available: formatMoney(available) });
  settleWithHouse(work, account, 'copyFees', 'copyFee', negate(taken), note);
  return { ok: true, taken: formatMoney(taken) };
}
