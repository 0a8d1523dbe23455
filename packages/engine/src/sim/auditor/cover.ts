import type { AuditedTrade } from './books.ts';
import type { Ledger } from './ledger.ts';
import { cancel } from './waiting.ts';

/** The name of the cover that an account was paid at a moment. */
export function coverName({ account, time }: Pick<AuditedTrade, 'account' | 'time'>): string {
  return `${account} ${time}`;
}

/** Covers the debt of an account without positions beyond its own frozen money. */
export function coverDebt(ledger: Ledger, account: number): void {
  if (ledger.positionsOf(account).length > 0 || ledger.balance(`${account}.cash`) >= 0n) return;
  for (const order of ledger.pendingOf(account)) cancel(ledger, order, 'negative_balance');
  const ownMoney =
    ledger.balance(`${account}.cash`) +
    ledger.balance(`${account}.orderReserve`) +
    ledger.balance(`${account}.withdrawalHold`);
  if (ownMoney >= 0n) return;
  const { covers, time } = ledger.books;
  const name = coverName({ account, time });
  covers.set(name, (covers.get(name) ?? 0n) - ownMoney);
  ledger.pay('negativeBalanceCover', 'house.negativeBalanceCover', `${account}.cash`, -ownMoney);
}
