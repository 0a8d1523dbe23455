import { negate } from '@fairlot/domain';
import type { Book, HouseAccount, LedgerType, Money } from '@fairlot/domain';
import type { Party } from '../event.ts';
import type { Account, Order } from './state.ts';
import type { Work } from './work.ts';

/** What a transfer is about: the number of an order, withdrawal or deposit, free text, and the account's worth before it. */
export interface TransferNote {
  readonly reference?: number | undefined;
  readonly memo?: string | undefined;
  readonly worth?: Money | undefined;
}

/** Pays a signed amount from a house account to the cash of a client: below zero, the client pays. Nothing moves for 0. */
export function settleWithHouse(
  work: Work,
  account: Account,
  house: HouseAccount,
  kind: LedgerType,
  amount: Money,
  note: TransferNote,
): void {
  const client: Party = { account: account.id, book: 'cash' };
  if (amount > 0n) transfer(work, account, kind, { house }, client, amount, note);
  else if (amount < 0n) transfer(work, account, kind, client, { house }, negate(amount), note);
}

/** Freezes money: from cash into another book of the account. */
export function reserve(
  work: Work,
  account: Account,
  book: Exclude<Book, 'cash'>,
  amount: Money,
  reference: number,
): void {
  if (amount > 0n)
    transfer(work, account, 'reserve', { account: account.id, book: 'cash' }, { account: account.id, book }, amount, {
      reference,
    });
}

/** Gives frozen money back to cash. */
export function release(
  work: Work,
  account: Account,
  book: Exclude<Book, 'cash'>,
  amount: Money,
  reference: number,
): void {
  if (amount > 0n)
    transfer(work, account, 'release', { account: account.id, book }, { account: account.id, book: 'cash' }, amount, {
      reference,
    });
}

/** Pays out of the frozen money of withdrawals to a house account. */
export function payFromHold(
  work: Work,
  account: Account,
  house: HouseAccount,
  kind: LedgerType,
  amount: Money,
  note: TransferNote,
): void {
  if (amount > 0n)
    transfer(work, account, kind, { account: account.id, book: 'withdrawalHold' }, { house }, amount, note);
}

/** What a pending order holds in reserve. */
export function reservedBy(order: Order): Money {
  return (order.margin + order.fee) as Money;
}

function transfer(
  work: Work,
  account: Account,
  kind: LedgerType,
  debit: Party,
  credit: Party,
  amount: Money,
  { reference, memo, worth }: TransferNote,
): void {
  work.touch(account);
  work.emit({
    type: 'transferred',
    id: work.state.nextTransfer,
    kind,
    debit,
    credit,
    amount,
    ...(reference !== undefined && { reference }),
    ...(memo !== undefined && { memo }),
    ...(worth !== undefined && { worth }),
  });
}
