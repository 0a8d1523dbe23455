import { plus } from '@fairlot/domain';
import { attachOrder } from '../core/attach.ts';
import { InvariantError, invariant } from '../core/invariant.ts';
import { assertSums } from '../core/position-sums.ts';
import type { Rulebook } from '../core/rulebook.ts';
import { Order, State, plainQuote } from '../core/state.ts';
import { knownMarketOf } from '../core/valuation.ts';
import { UNRECORDED } from '../core/work.ts';
import type { EngineImage, OrderRecord } from '../image.ts';

/**
 * Builds a state from an image. Throws InvariantError when the image is inconsistent or lacks a market of alive orders.
 */
export function stateFrom(image: EngineImage, rulebook: Rulebook): State {
  const state = new State();
  state.seq = image.seq;
  state.time = image.time;
  state.nextOrder = image.nextOrder;
  state.nextTransfer = image.nextTransfer;
  state.rules = image.rules;
  state.rollovers = image.rollovers;
  for (const instrument of image.instruments) state.define(instrument);
  for (const group of image.groups ?? []) state.group(group.id).record = group;
  for (const id of image.bursts ?? []) state.instrument(id).burst = true;
  for (const { instrument, mode } of image.restricted ?? []) state.restrict(instrument, mode);
  for (const view of image.markets) {
    const instrument = state.instrument(view.instrument);
    // A burst goes on at its quote, unless that was in doubt from the beginning.
    instrument.confirmed = instrument.burst && view.doubt !== true;
    instrument.quote = plainQuote(view);
    instrument.open = view.open;
  }
  for (const record of image.accounts) {
    const account = state.addAccount(record.id, record.kind, record.group);
    account.cash = record.cash;
    account.orderReserve = record.orderReserve;
    account.withdrawalHold = record.withdrawalHold;
    account.swapThrough = record.swapThrough;
  }
  for (const record of [...image.orders].sort((left, right) => left.id - right.id))
    restoreOrder(state, rulebook, record);
  for (const record of image.withdrawals) state.withdrawals.set(record.id, record);
  for (const record of image.corrected ?? []) state.corrected.set(record.order, record);
  return state;
}

function restoreOrder(state: State, rulebook: Rulebook, record: OrderRecord): void {
  const account = state.accounts.get(record.account);
  if (account === undefined) throw new InvariantError(`order ${record.id} belongs to no account`);
  invariant(record.id < state.nextOrder, () => `order ${record.id} is beyond the next order number`);
  const order = new Order(account, state.instrument(record.instrument), record);
  attachOrder(state, rulebook, order);
  knownMarketOf(UNRECORDED, order.instrument);
}

/** Checks that books, orders and accounts agree. Reads the whole state. */
export function assertConsistent(state: State): void {
  for (const account of state.accounts.values()) {
    assertSums(account);
    let reserved = 0n;
    let margin = 0n as typeof account.usedMargin;
    let open = 0;
    for (const order of account.orders) {
      invariant(state.orders.get(order.id) === order, () => `order ${order.id} is not in the state`);
      if (order.status === 'pending') reserved += order.margin + order.fee;
      else {
        margin = plus(margin, order.margin);
        open += 1;
      }
    }
    invariant(
      account.orderReserve === reserved,
      () => `reserve of account ${account.id} is not that of its pending orders`,
    );
    invariant(
      account.usedMargin === margin && account.openPositions === open,
      () => `margin of account ${account.id} is not that of its positions`,
    );
    invariant(
      account.cash >= 0n || account.openPositions > 0 || account.withdrawalHold > 0n,
      () => `account ${account.id} is left in debt`,
    );
  }
  const held = new Map<number, bigint>();
  for (const { account, amount } of state.withdrawals.values()) held.set(account, (held.get(account) ?? 0n) + amount);
  for (const account of state.accounts.values()) {
    invariant(
      account.withdrawalHold === (held.get(account.id) ?? 0n),
      () => `hold of account ${account.id} is not that of its withdrawals`,
    );
  }
}
