import { type Book, type HouseAccount, type LedgerType, type Money, negate } from '@fairlot/domain';
import type { Party } from '../event.ts';
import type { Account, Order } from './state.ts';
import type { Work } from './work.ts';

/**
 * Details of a transfer: the number of an order, withdrawal or deposit, free text, and the account's value before it.
 */
export interface TransferNote {
  readonly reference?: number | undefined;
  readonly memo?: string | undefined;
  readonly worth?: Money | undefined;
}

/**
 * Transfers a signed amount between a house account and a client's cash. Below zero, the client pays. Zero transfers
 * nothing.
 */
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

/** Freezes money: moves it from cash to another book of the account. */
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

/** Releases frozen money to cash. */
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

/** Pays money frozen for a withdrawal to a house account. */
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

/** Money that a pending order has in reserve. */
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
