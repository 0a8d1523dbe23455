import type { AuditedLevel, AuditedOrder } from './books.ts';
import type { Ledger } from './ledger.ts';

/** The levels, stops before targets, the first that the price would reach ahead. */
export function inOrder({ side, partial }: AuditedOrder): AuditedLevel[] {
  const up = side === 'buy' ? 1 : -1;
  const byPrice = (one: AuditedLevel, other: AuditedLevel): number => Number(one.price - other.price) * up;
  const stops = partial.filter(({ isStop }) => isStop).sort((one, other) => byPrice(other, one));
  return [...stops, ...partial.filter(({ isStop }) => !isStop).sort(byPrice)];
}

/** After a split, takes the lots that are too many from the farthest levels. */
export function cutLevels(ledger: Ledger, order: AuditedOrder): void {
  if (order.partial.length === 0) return;
  const before = inOrder(order);
  const { minLots } = ledger.terms(order.instrument);
  let levels = before;
  for (const isStop of [true, false]) {
    for (let over = excess(order, levels, isStop); over > 0n; over = excess(order, levels, isStop)) {
      const farthest = levels.findLast((each) => each.isStop === isStop);
      levels = levels.flatMap((each) => {
        if (each !== farthest) return [each];
        const lots = each.lots - over;
        return lots > 0n && lots >= minLots ? [{ ...each, lots }] : [];
      });
    }
  }
  if (levels.length !== before.length || levels.some((each, index) => each.lots !== before[index]?.lots))
    replaceLevels(ledger, order, levels);
}

/** The lots by which the stops, or the targets, exceed the position; not positive if they fit. */
export function excess({ lots }: AuditedOrder, levels: readonly AuditedLevel[], stops: boolean): bigint {
  let sum = 0n;
  for (const level of levels) if (level.isStop === stops) sum += level.lots;
  return sum - lots;
}

/** Gives a position other levels. */
export function replaceLevels(ledger: Ledger, order: AuditedOrder, levels: readonly AuditedLevel[]): void {
  order.partial = levels;
  const text = inOrder(order).map(({ isStop, lots, price }) => ` ${isStop ? 'stop' : 'take'} ${lots}@${price}`);
  ledger.touched.add(order.account);
  ledger.say(`levels of ${order.id} of ${order.account}:${text.join('')}`);
}
