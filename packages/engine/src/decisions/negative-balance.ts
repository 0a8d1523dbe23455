import type { Money } from '@fairlot/domain';
import type { Account } from '../core/state.ts';
import { settleWithHouse } from '../core/transfers.ts';
import type { Work } from '../core/work.ts';
import { cancelAllPending } from './ending.ts';

/**
 * Losses are limited to the account's money. When nothing is open and the cash is below zero, pending orders are
 * cancelled first; then the house pays what the account owes beyond its own frozen money, which is the client's too.
 */
export function coverNegativeBalance(work: Work, account: Account): void {
  if (account.openPositions > 0 || account.cash >= 0n) return;
  cancelAllPending(work, account.orders, 'negative_balance');
  const ownMoney = (account.cash + account.orderReserve + account.withdrawalHold) as Money;
  settleWithHouse(work, account, 'negativeBalanceCover', 'negativeBalanceCover', work.rulebook.cover(ownMoney), {});
}
