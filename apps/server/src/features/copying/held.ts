import { type Money, ZERO, minus, plus } from '@fairlot/domain';
import type { AccountView, OrderId } from '@fairlot/engine';
import type { RunningCopy } from './copy-row.ts';
import type { CopyRegistry } from './registry.ts';

type Held = AccountView['positions'];

/** The open positions of a copy, valued. */
export function heldIn(
  registry: CopyRegistry,
  { id }: Pick<RunningCopy, 'id'>,
  { positions }: Pick<AccountView, 'positions'>,
): Held {
  const own = new Set(registry.positions(id));
  return positions.filter(({ order }) => own.has(order.id));
}

/** The numbers of the open positions of a copy. */
export function heldBy(
  registry: CopyRegistry,
  copy: Pick<RunningCopy, 'id'>,
  view: Pick<AccountView, 'positions'>,
): readonly OrderId[] {
  return heldIn(registry, copy, view).map(({ order }) => order.id);
}

/** The result of a copy's open positions, with fees and swaps. */
export function floatingOf(
  registry: CopyRegistry,
  copy: Pick<RunningCopy, 'id'>,
  view: Pick<AccountView, 'positions'>,
): Money {
  return heldIn(registry, copy, view).reduce<Money>(
    (sum, { order, profit }) => plus(sum, plus(minus(profit, order.fee), order.swap)),
    ZERO,
  );
}
