import type { Money } from '@fairlot/domain';
import type { Account } from '../core/state.ts';
import { settleWithHouse } from '../core/transfers.ts';
import type { Work } from '../core/work.ts';
import { cancelAllPending } from './ending.ts';

/**
 * Limits losses to the account's money. When nothing is open and the cash is below zero, pending orders are cancelled;
 * then the house pays the debt that exceeds the account's frozen money, which also belongs to the client.
 */
export function coverNegativeBalance(work: Work, account: Account): void {
  if (account.openPositions > 0 || account.cash >= 0n) return;
  cancelAllPending(work, account.orders, 'negative_balance');
  const ownMoney = (account.cash + account.orderReserve + account.withdrawalHold) as Money;
  settleWithHouse(work, account, 'negativeBalanceCover', 'negativeBalanceCover', work.rulebook.cover(ownMoney), {});
}
