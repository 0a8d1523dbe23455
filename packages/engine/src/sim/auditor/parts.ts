import type { Instrument } from '@fairlot/domain';
import type { Outcome } from '../../index.ts';
import type { AuditedOrder } from './books.ts';
import { decimal, fraction, fromDollars, nearestMicro, product } from './exact.ts';
import { promiseText } from './guaranteed-price.ts';
import type { Ledger } from './ledger.ts';
import { no } from './outcomes.ts';
import { cutLevels } from './level-book.ts';

/** Refuses a part that is not a volume of its own or leaves none. The sizes are found by trying them one by one. */
export function badPart({ minLots, lotStep }: Instrument, position: bigint, part: bigint): Outcome | undefined {
  const isGood = (lots: bigint): boolean =>
    lots === position || (lots >= minLots && lots % lotStep === 0n && position - lots >= minLots);
  if (isGood(part)) return undefined;
  const good: bigint[] = [];
  for (let lots: bigint = lotStep; lots < position; lots += lotStep) if (isGood(lots)) good.push(lots);
  good.push(position);
  const lower = good.findLast((lots) => lots < part);
  const upper = good.find((lots) => lots > part);
  const reason =
    part > position
      ? 'lots_above_position'
      : part < minLots
        ? 'lots_below_minimum'
        : part % lotStep !== 0n
          ? 'lots_off_step'
          : 'remainder_below_minimum';
  return no(reason, {
    ...(lower !== undefined && { lower: lotsText(lower) }),
    ...(upper !== undefined && { upper: lotsText(upper) }),
  });
}

/** Lots with two to four decimals. */
export function lotsText(lots: bigint): string {
  const decimals = lots % 100n === 0n ? 2 : lots % 10n === 0n ? 3 : 4;
  return decimal(lots / 10n ** BigInt(4 - decimals), decimals);
}

/** Books a part of a position as an order of its own, with its shares; all of it is the position itself. */
export function splitOff(ledger: Ledger, order: AuditedOrder, lots: bigint): AuditedOrder {
  if (lots === order.lots) return order;
  const share = (amount: bigint): bigint => nearestMicro(product(fromDollars(amount), fraction(lots, order.lots)));
  const part = {
    ...order,
    id: ledger.books.nextOrder,
    partial: [],
    lots,
    margin: share(order.margin),
    fee: share(order.fee),
    swap: share(order.swap),
  };
  const correction = ledger.books.corrections.get(order.id);
  let shared = '';
  if (correction !== undefined) {
    const waived = share(correction.waived);
    const rest = correction.waived - waived;
    ledger.books.corrections.set(part.id, { ...correction, waived });
    ledger.books.corrections.set(order.id, { ...correction, waived: rest });
    shared = ` stands ${correction.open} after ${correction.count} waived ${waived}/${rest}`;
  }
  order.lots -= part.lots;
  order.margin -= part.margin;
  order.fee -= part.fee;
  order.swap -= part.swap;
  ledger.books.nextOrder += 1;
  ledger.books.orders.push(part);
  ledger.touched.add(order.account);
  ledger.say(
    `split ${part.id} of ${order.account} from ${order.id}: ${lots} margin ${part.margin} fee ${part.fee} swap ${part.swap} stop ${order.stop ?? '-'} take ${order.take ?? '-'}${promiseText(order.premium)}${shared}`,
  );
  cutLevels(ledger, order);
  return part;
}
