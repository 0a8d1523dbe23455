import { type Book, type Money, ZERO, negate, plus } from '@fairlot/domain';
import type { AccountId, OrderId } from '../command.ts';
import type {
  Event,
  ExpiryChanged,
  OrderAmended,
  OrderPlaced,
  PartialLevelsChanged,
  Party,
  PositionOpened,
  StopReached,
  StopsChanged,
  Transferred,
  WithdrawalMoved,
} from '../event.ts';
import { attachOrder, countPosition } from './attach.ts';
import { foldSplit } from './fold-split.ts';
import { foldTerms } from './fold-terms.ts';
import { InvariantError, invariant } from './invariant.ts';
import { unwatchOrder, watchOrder } from './order-edges.ts';
import type { Rulebook } from './rulebook.ts';
import { Order, type Account, type State, watchedLevels } from './state.ts';

/** Applies one event. The only function that changes the state. */
export function fold(state: State, rulebook: Rulebook, event: Event, time: number): void {
  switch (event.type) {
    case 'transferred':
      return foldTransfer(state, event);
    case 'accountOpened': {
      invariant(!state.accounts.has(event.account), () => `account ${event.account} opened twice`);
      state.addAccount(event.account, event.kind, event.group);
      return;
    }
    case 'accountRetired':
      return removeAccount(state, event.account);
    case 'orderPlaced':
      return addOrder(state, rulebook, event, 'pending', time);
    case 'positionOpened':
      return foldFill(state, rulebook, event, time);
    case 'positionSplit':
      return foldSplit(state, rulebook, orderOf(state, event.order), event);
    case 'orderCancelled':
    case 'positionClosed':
      return removeOrder(state, rulebook, event.order);
    case 'fillCorrected': {
      const { order, open, close, waived, number: count } = event;
      state.corrected.set(order, { order, open, ...(close !== undefined && { close }), waived, count });
      return;
    }
    case 'stopsChanged':
      return foldStops(state, rulebook, event);
    case 'partialLevelsChanged':
      return foldLevels(state, rulebook, event);
    case 'orderAmended':
      return foldAmendment(state, rulebook, event);
    case 'stopReached':
      return foldStopReached(state, rulebook, event);
    case 'expiryChanged':
      return foldExpiry(state, event);
    case 'swapCharged': {
      const order = orderOf(state, event.order);
      order.swap = plus(order.swap, event.amount);
      return;
    }
    case 'swapsSettled': {
      accountOf(state, event.account).swapThrough = event.through;
      return;
    }
    case 'withdrawalHeld':
    case 'withdrawalReleased':
    case 'withdrawalPaid':
      return foldWithdrawal(state, event);
    case 'rolloverBegun':
    case 'rolloverEnded':
    case 'burstBegun':
    case 'burstEnded':
    case 'swapKept':
    case 'instrumentDefined':
    case 'instrumentRemoved':
    case 'dealingSet':
    case 'groupDefined':
    case 'groupRemoved':
    case 'groupAssigned':
    case 'rulesSet':
      return foldTerms(state, event);
  }
}

/** The account of an event. It must exist, because events are only made about existing accounts. */
export function accountOf(state: State, id: AccountId): Account {
  const account = state.accounts.get(id);
  if (account === undefined) throw new InvariantError(`no account ${id}`);
  return account;
}

/** An alive order by its number. Throws InvariantError when it does not exist. */
export function orderOf(state: State, id: OrderId): Order {
  const order = state.orders.get(id);
  if (order === undefined) throw new InvariantError(`no order ${id}`);
  return order;
}

/** Removes an account. Its edges go when the engine sets its bands after the row. */
function removeAccount(state: State, id: AccountId): void {
  const { orders, cash, orderReserve, withdrawalHold } = accountOf(state, id);
  invariant(
    orders.length === 0 && cash === 0n && orderReserve === 0n && withdrawalHold === 0n,
    () => `account ${id} is removed with orders or money`,
  );
  const account = accountOf(state, id);
  account.group.accounts -= 1;
  state.accounts.delete(id);
}

function foldTransfer(state: State, event: Transferred): void {
  invariant(
    event.amount > 0n && event.id === state.nextTransfer,
    () => `transfer ${event.id} is out of order or not above zero`,
  );
  state.nextTransfer += 1;
  move(state, event.debit, negate(event.amount));
  move(state, event.credit, event.amount);
}

function move(state: State, party: Party, amount: Money): void {
  if ('house' in party) return;
  const account = accountOf(state, party.account);
  const book: Book = party.book;
  account[book] = plus(account[book], amount);
  invariant(book === 'cash' || account[book] >= 0n, () => `${book} of account ${account.id} below zero`);
}

/** Adds a new order, pending or open. */
function addOrder(
  state: State,
  rulebook: Rulebook,
  event: OrderPlaced | PositionOpened,
  status: 'pending' | 'open',
  time: number,
): void {
  invariant(event.order === state.nextOrder, () => `order ${event.order} is out of order`);
  state.nextOrder += 1;
  const order = new Order(accountOf(state, event.account), state.instrument(event.instrument), {
    id: event.order,
    side: event.side,
    kind: event.kind,
    status,
    lots: event.lots,
    leverage: event.leverage,
    markup: event.markup,
    target: event.target,
    ...(event.type === 'orderPlaced' && {
      limitPrice: event.limitPrice,
      oco: event.oco,
      expiresAt: event.expiresAt,
    }),
    price: event.type === 'positionOpened' ? event.price : undefined,
    openedAt: status === 'open' ? time : undefined,
    margin: event.margin,
    fee: event.fee,
    swap: ZERO,
    stopLoss: event.stopLoss,
    takeProfit: event.takeProfit,
    trailing: event.trailing,
    premium: event.type === 'positionOpened' ? event.premium : undefined,
  });
  attachOrder(state, rulebook, order);
}

function foldFill(state: State, rulebook: Rulebook, event: PositionOpened, time: number): void {
  const order = state.orders.get(event.order);
  if (order === undefined) return addOrder(state, rulebook, event, 'open', time);
  invariant(order.status === 'pending', () => `order ${order.id} filled twice`);
  unwatchOrder(state.orderEntries, rulebook, order);
  state.expiries.remove(order);
  order.status = 'open';
  order.expiresAt = undefined;
  order.price = event.price;
  order.openedAt = time;
  order.margin = event.margin;
  order.fee = event.fee;
  order.stopLoss = event.stopLoss;
  order.takeProfit = event.takeProfit;
  order.trailing = event.trailing;
  countPosition(state, order, 1);
  watchOrder(state.orderEntries, rulebook, order);
}

function removeOrder(state: State, rulebook: Rulebook, id: OrderId): void {
  const order = orderOf(state, id);
  const { account } = order;
  unwatchOrder(state.orderEntries, rulebook, order);
  state.expiries.remove(order);
  state.orders.delete(id);
  account.orders.splice(account.orders.indexOf(order), 1);
  order.instrument.aliveOrders -= 1;
  if (order.status === 'open') countPosition(state, order, -1);
}

function foldStops(state: State, rulebook: Rulebook, event: StopsChanged): void {
  const order = orderOf(state, event.order);
  const isGuaranteed = order.premium !== undefined || event.premium !== undefined;
  if (isGuaranteed) state.exposure.count(order, -1);
  unwatchOrder(state.orderEntries, rulebook, order);
  order.stopLoss = event.stopLoss;
  order.takeProfit = event.takeProfit;
  order.trailing = event.trailing;
  order.premium = event.premium;
  if (isGuaranteed) {
    // A guaranteed level is a part of the position's value.
    order.valuedAt = undefined;
    order.account.sums = undefined;
    state.exposure.count(order, 1);
  }
  watchOrder(state.orderEntries, rulebook, order);
}

function foldLevels(state: State, rulebook: Rulebook, event: PartialLevelsChanged): void {
  const order = orderOf(state, event.order);
  invariant(order.status === 'open', () => `order ${order.id} gets partial levels before its fill`);
  unwatchOrder(state.orderEntries, rulebook, order);
  order.partial = watchedLevels(event.levels);
  watchOrder(state.orderEntries, rulebook, order);
}

function foldAmendment(state: State, rulebook: Rulebook, event: OrderAmended): void {
  const order = orderOf(state, event.order);
  invariant(order.status === 'pending', () => `order ${order.id} is moved after its fill`);
  unwatchOrder(state.orderEntries, rulebook, order);
  order.kind = event.kind;
  order.target = event.target;
  order.limitPrice = event.limitPrice;
  order.margin = event.margin;
  order.fee = event.fee;
  watchOrder(state.orderEntries, rulebook, order);
}

function foldStopReached(state: State, rulebook: Rulebook, event: StopReached): void {
  const order = orderOf(state, event.order);
  invariant(order.status === 'pending' && order.kind === 'stop', () => `order ${order.id} has no stop to reach`);
  unwatchOrder(state.orderEntries, rulebook, order);
  order.kind = 'limit';
  order.target = event.target;
  watchOrder(state.orderEntries, rulebook, order);
}

function foldExpiry(state: State, event: ExpiryChanged): void {
  const order = orderOf(state, event.order);
  invariant(order.status === 'pending', () => `order ${order.id} gets an expiry after its fill`);
  state.expiries.remove(order);
  order.expiresAt = event.expiresAt;
  state.expiries.add(order);
}

function foldWithdrawal(state: State, event: WithdrawalMoved): void {
  if (event.type === 'withdrawalHeld') {
    state.withdrawals.set(event.withdrawal, {
      id: event.withdrawal,
      account: event.account,
      amount: event.amount,
      fee: event.fee,
    });
    return;
  }
  invariant(state.withdrawals.delete(event.withdrawal), () => `withdrawal ${event.withdrawal} is not held`);
}
