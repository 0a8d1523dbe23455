import type { CancelReason, Instrument } from '@fairlot/domain';
import type { PlaceOrder } from '../../index.ts';
import { agreedTerms } from './agreed-terms.ts';
import type { AuditedOrder } from './books.ts';
import { promiseText } from './guaranteed-price.ts';
import type { Ledger } from './ledger.ts';
import { trailText } from './trailing.ts';

/** Margin and fee of an order at a price. */
export function costOf(
  ledger: Ledger,
  account: number,
  terms: Instrument,
  price: bigint,
  { lots, leverage }: Pick<PlaceOrder, 'lots' | 'leverage'>,
): { readonly margin: bigint; readonly fee: bigint } {
  const margin = ledger.margin(terms, lots, price, leverage);
  return { margin, fee: ledger.feeOf(account, terms, lots, price, margin) };
}

/** Writes that an order waits, and reserves its money. */
export function wait(ledger: Ledger, order: AuditedOrder): void {
  const { id, account, instrument, margin, fee, expires, limit, other } = order;
  const words = [
    limit === undefined ? '' : ` limit ${limit}`,
    other === undefined ? '' : ` or ${other}`,
    expires === undefined ? '' : ` until ${expires}`,
  ].join('');
  ledger.say(`placed ${describe(order)}${words} on ${ledger.quote(instrument).seq} by ${agreedTerms(ledger, order)}`);
  ledger.pay('reserve', `${account}.cash`, `${account}.orderReserve`, margin + fee, id);
}

/** An order in the auditor's text format. */
export function describe({
  id,
  account,
  instrument,
  side,
  kind,
  lots,
  leverage,
  target,
  margin,
  fee,
  stop,
  take,
  trail,
  premium,
  off,
}: AuditedOrder): string {
  const marked = off.bid + off.ask === 0n ? '' : ` off ${off.bid}/${off.ask}`;
  return `${id} of ${account}: ${side} ${lots} x ${instrument} ${kind} ${target ?? '-'} 1:${leverage}${marked} margin ${margin} fee ${fee} stop ${stop ?? '-'} take ${take ?? '-'}${trailText(trail)}${promiseText(premium)}`;
}

/** Ends a waiting order and frees its reserve. */
export function cancel(ledger: Ledger, order: AuditedOrder, reason: CancelReason): void {
  ledger.say(`cancelled ${order.id} of ${order.account} ${reason}`);
  ledger.remove(order);
  ledger.pay('release', `${order.account}.orderReserve`, `${order.account}.cash`, order.margin + order.fee, order.id);
}
