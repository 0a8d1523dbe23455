import type { AmendOrder, Outcome } from '../../index.ts';
import type { AuditedOrder } from './books.ts';
import type { Ledger } from './ledger.ts';
import { OK, no } from './outcomes.ts';
import { amendedLimit } from './stop-limit.ts';

const YEAR_MS = 366 * 24 * 3_600_000;

/** The next orders whose time is over, by ascending number. Those found at once are ended before others are looked for. */
export function nextDue(ledger: Ledger, time: number, most: number): readonly AuditedOrder[] {
  const { books } = ledger;
  const isDue = ({ open, instrument, expires }: AuditedOrder): boolean =>
    !open && !books.bursts.has(instrument) && expires !== undefined && expires <= time;
  if (books.due.length === 0)
    books.due = books.orders
      .filter(isDue)
      .map(({ id }) => id)
      .sort((left, right) => left - right);
  const found: AuditedOrder[] = [];
  while (found.length < most) {
    const id = books.due.shift();
    if (id === undefined) break;
    const order = books.orders.find((each) => each.id === id);
    if (order !== undefined && isDue(order)) found.push(order);
  }
  return found;
}

/** Refuses a moment that is over or more than a year away. */
export function badExpiry(expires: number | undefined, time: number): Outcome | undefined {
  if (expires === undefined) return undefined;
  if (expires <= time) return no('expiry_passed');
  return expires - time > YEAR_MS ? no('expiry_too_far') : undefined;
}

/** The outcome of an amendment that its expiry alone decides. */
export function amendedExpiry(ledger: Ledger, order: AuditedOrder, command: AmendOrder): Outcome | undefined {
  const { time, expiresAt: wished } = command;
  if (order.expires !== undefined && order.expires <= time) return no('order_not_pending');
  const bad = wished === 0 ? undefined : badExpiry(wished, time);
  if (bad !== undefined) return bad;
  const isStopLimit = order.kind === 'stop' && order.limit !== undefined;
  const moves =
    command.target !== order.target ||
    (command.kind !== undefined && command.kind !== order.kind) ||
    (isStopLimit ? amendedLimit(order, command) !== order.limit : command.limitPrice !== undefined);
  if (wished === undefined || moves || command.stops !== 'kept') return undefined;
  if (ledger.books.bursts.has(order.instrument)) return no('price_in_doubt');
  setExpiry(ledger, order, wished);
  return OK;
}

export function setExpiry(ledger: Ledger, order: AuditedOrder, wished: number | undefined): void {
  if (wished === undefined) return;
  order.expires = wished === 0 ? undefined : wished;
  ledger.touched.add(order.account);
  ledger.say(`expiry of ${order.id} of ${order.account}: ${order.expires ?? '-'}`);
}
