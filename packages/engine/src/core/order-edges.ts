import type { PartialLevel, Price, Side } from '@fairlot/domain';
import { type EdgeName, edgeKey } from '../watch/edges.ts';
import type { EntryPool } from '../watch/price-heap.ts';
import { InvariantError } from './invariant.ts';
import type { Rulebook } from './rulebook.ts';
import type { Order, WatchedLevels } from './state.ts';

/** Adds the levels of an order to the price indexes of its instrument. */
export function watchOrder(pool: EntryPool<Order>, rulebook: Rulebook, order: Order): void {
  if (order.status === 'pending') {
    if (order.target !== undefined) order.firstEntry = insert(pool, order, targetEdge(order), order.target);
    return;
  }
  if (order.stopLoss !== undefined)
    order.firstEntry = insert(pool, order, rulebook.stopLossEdge(order.side), order.stopLoss);
  if (order.takeProfit !== undefined)
    order.secondEntry = insert(pool, order, takeProfitEdge(order.side), order.takeProfit);
  const due = dueOf(rulebook, order);
  // A stop follows prices that win, as a take-profit waits for them.
  if (due !== undefined) order.thirdEntry = insert(pool, order, takeProfitEdge(order.side), due);
  for (const partial of order.partial?.levels ?? [])
    order.partial?.entries.push(insert(pool, order, partialEdge(rulebook, order.side, partial), partial.price));
}

/** Removes the levels of an order from the price indexes. The order must be unchanged since watchOrder. */
export function unwatchOrder(pool: EntryPool<Order>, rulebook: Rulebook, order: Order): void {
  if (order.firstEntry !== -1) {
    const edge = order.status === 'pending' ? targetEdge(order) : rulebook.stopLossEdge(order.side);
    order.instrument.orderEdges[edge].remove(order.firstEntry);
    pool.release(order.firstEntry);
    order.firstEntry = -1;
  }
  if (order.secondEntry !== -1) {
    order.instrument.orderEdges[takeProfitEdge(order.side)].remove(order.secondEntry);
    pool.release(order.secondEntry);
    order.secondEntry = -1;
  }
  if (order.thirdEntry !== -1) {
    order.instrument.orderEdges[takeProfitEdge(order.side)].remove(order.thirdEntry);
    pool.release(order.thirdEntry);
    order.thirdEntry = -1;
  }
  if (order.partial !== undefined) unwatchPartial(pool, rulebook, order, order.partial);
}

function unwatchPartial(
  pool: EntryPool<Order>,
  rulebook: Rulebook,
  { instrument, side }: Order,
  { levels, entries }: WatchedLevels,
): void {
  for (const [index, entry] of entries.splice(0).entries()) {
    const level = levels[index];
    if (level === undefined) throw new InvariantError('an entry of the index has no partial level');
    instrument.orderEdges[partialEdge(rulebook, side, level)].remove(entry);
    pool.release(entry);
  }
}

/** True when the indexes hold exactly the levels of this order. For checks of invariants. */
export function isWatched(rulebook: Rulebook, order: Order): boolean {
  const pending = order.status === 'pending';
  const edge = pending ? targetEdge(order) : rulebook.stopLossEdge(order.side);
  return (
    holds(order, edge, order.firstEntry, pending ? order.target : order.stopLoss) &&
    holds(order, takeProfitEdge(order.side), order.secondEntry, pending ? undefined : order.takeProfit) &&
    holds(order, takeProfitEdge(order.side), order.thirdEntry, dueOf(rulebook, order)) &&
    (order.partial?.entries.length ?? 0) === (order.partial?.levels.length ?? 0) &&
    (order.partial?.levels ?? []).every((level, index) =>
      holds(order, partialEdge(rulebook, order.side, level), order.partial?.entries[index] ?? -1, level.price),
    )
  );
}

/** The closing price from which the stop of a position moves; undefined for one that does not follow. */
export function dueOf(rulebook: Rulebook, order: Order): Price | undefined {
  const { status, side, stopLoss, trailing } = order;
  if (status === 'pending' || trailing === undefined) return undefined;
  const { terms } = order.instrument;
  if (terms === undefined || stopLoss === undefined)
    throw new InvariantError(`position ${order.id} has no stop that could follow the price`);
  return rulebook.trailingDue(terms, side, stopLoss, trailing);
}

function holds(order: Order, edge: EdgeName, entry: number, level: Price | undefined): boolean {
  if (level === undefined) return entry === -1;
  return entry !== -1 && order.instrument.orderEdges[edge].holds(entry, edgeKey(edge, marketLevel(order, edge, level)));
}

function insert(pool: EntryPool<Order>, order: Order, edge: EdgeName, level: Price): number {
  const entry = pool.take(order);
  order.instrument.orderEdges[edge].insert(entry, edgeKey(edge, marketLevel(order, edge, level)));
  return entry;
}

/**
 * The market's price at which the client's, which has the order's markup, is at the level. One index serves all groups.
 */
function marketLevel({ markup }: Order, edge: EdgeName, level: Price): number {
  const onBid = edge === 'bidBelow' || edge === 'bidAbove';
  return Number(onBid ? level + markup.bid : level - markup.ask);
}

/** A falling ask reaches a buy limit, a rising ask a buy stop. Sells are reached by the bid. */
function targetEdge(order: Order): EdgeName {
  if (order.side === 'buy') return order.kind === 'limit' ? 'askBelow' : 'askAbove';
  return order.kind === 'limit' ? 'bidAbove' : 'bidBelow';
}

function partialEdge(rulebook: Rulebook, side: Side, { level }: PartialLevel): EdgeName {
  return level === 'stopLoss' ? rulebook.stopLossEdge(side) : takeProfitEdge(side);
}

function takeProfitEdge(side: Side): EdgeName {
  return side === 'buy' ? 'bidAbove' : 'askBelow';
}
