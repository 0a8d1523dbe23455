import type { Price, Side } from '@fairlot/domain';
import type { Rulebook } from '../core/rulebook.ts';
import type { Order } from '../core/state.ts';
import { edgeKey } from './edges.ts';
import type { EdgeName } from './edges.ts';
import type { EntryPool } from './price-heap.ts';

/** Puts the levels of an order into the price indexes of its instrument. */
export function watchOrder(pool: EntryPool<Order>, rulebook: Rulebook, order: Order): void {
  if (order.status === 'pending') {
    if (order.target !== undefined) order.firstEntry = insert(pool, order, targetEdge(order), order.target);
    return;
  }
  if (order.stopLoss !== undefined)
    order.firstEntry = insert(pool, order, rulebook.stopLossEdge(order.side), order.stopLoss);
  if (order.takeProfit !== undefined)
    order.secondEntry = insert(pool, order, takeProfitEdge(order.side), order.takeProfit);
}

/** Takes them out again; the order must still be as it was when it was put in. */
export function unwatchOrder(pool: EntryPool<Order>, rulebook: Rulebook, order: Order): void {
  if (order.firstEntry !== -1) {
    const edge = order.status === 'pending' ? targetEdge(order) : rulebook.stopLossEdge(order.side);
    order.listing.orderEdges[edge].remove(order.firstEntry);
    pool.release(order.firstEntry);
    order.firstEntry = -1;
  }
  if (order.secondEntry !== -1) {
    order.listing.orderEdges[takeProfitEdge(order.side)].remove(order.secondEntry);
    pool.release(order.secondEntry);
    order.secondEntry = -1;
  }
}

/** Whether the indexes hold exactly the levels of this order. For checks of invariants. */
export function isWatched(rulebook: Rulebook, order: Order): boolean {
  const pending = order.status === 'pending';
  const edge = pending ? targetEdge(order) : rulebook.stopLossEdge(order.side);
  return (
    holds(order, edge, order.firstEntry, pending ? order.target : order.stopLoss) &&
    holds(order, takeProfitEdge(order.side), order.secondEntry, pending ? undefined : order.takeProfit)
  );
}

function holds(order: Order, edge: EdgeName, entry: number, level: Price | undefined): boolean {
  if (level === undefined) return entry === -1;
  return entry !== -1 && order.listing.orderEdges[edge].holds(entry, edgeKey(edge, Number(level)));
}

function insert(pool: EntryPool<Order>, order: Order, edge: EdgeName, level: Price): number {
  const entry = pool.take(order);
  order.listing.orderEdges[edge].insert(entry, edgeKey(edge, Number(level)));
  return entry;
}

/** A buy limit waits for a falling ask, a buy stop for a rising one; sells wait for the bid. */
function targetEdge(order: Order): EdgeName {
  if (order.side === 'buy') return order.kind === 'limit' ? 'askBelow' : 'askAbove';
  return order.kind === 'limit' ? 'bidAbove' : 'bidBelow';
}

function takeProfitEdge(side: Side): EdgeName {
  return side === 'buy' ? 'bidAbove' : 'askBelow';
}
