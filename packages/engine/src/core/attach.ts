import { minus, plus } from '@fairlot/domain';
import { watchOrder } from './order-edges.ts';
import { addToSums } from './position-sums.ts';
import type { Rulebook } from './rulebook.ts';
import type { Order, State } from './state.ts';

/**
 * Links an order to its account, its instrument and the price indexes. Callers add an account's orders by ascending
 * number.
 */
export function attachOrder(state: State, rulebook: Rulebook, order: Order): void {
  const { account } = order;
  state.orders.set(order.id, order);
  account.orders.push(order);
  order.instrument.aliveOrders += 1;
  if (order.status === 'open') countPosition(state, order, 1);
  watchOrder(state.orderEntries, rulebook, order);
  state.expiries.add(order);
}

/** Adds an open position to the sums of its account and shard, or removes it from them. */
export function countPosition(state: State, order: Order, step: 1 | -1): void {
  const { account } = order;
  state.exposure.count(order, step);
  account.openPositions += step;
  account.comparedUnder = undefined;
  if (step === 1) addToSums(order);
  else account.sums = undefined;
  account.usedMargin = step === 1 ? plus(account.usedMargin, order.margin) : minus(account.usedMargin, order.margin);
}
