import type { OrderRecord, TradingEngine } from '../index.ts';
import type { Ticket } from './auditor/books.ts';
import type { Desk } from './auditor/desk.ts';

/** Lays the accounts of a step beside the auditor's: balances, floating profit, margin, every position. */
export function compareAccounts(engine: TradingEngine, desk: Desk, accounts: Iterable<number>): void {
  for (const id of accounts) {
    const view = engine.account(id);
    if (view === undefined) throw new Error(`the engine has no account ${id}`);
    const actual = [
      view.kind,
      view.cash,
      view.orderReserve,
      view.withdrawalHold,
      view.standing.balance,
      view.standing.floatingProfit,
      view.standing.usedMargin,
      ...view.positions.map(({ order, profit }) => `${order.id}:${profit}`),
    ].join(' ');
    const cash = desk.balance(`${id}.cash`);
    const expected = [
      desk.books.accounts.get(id),
      cash,
      desk.balance(`${id}.orderReserve`),
      desk.balance(`${id}.withdrawalHold`),
      cash,
      desk.floating(id),
      desk.usedMargin(id),
      ...desk.positionsOf(id).map((ticket) => `${ticket.id}:${desk.profit(ticket)}`),
    ].join(' ');
    if (actual !== expected) throw new Error(`account ${id} stands at\n  ${actual}\n  but should at\n  ${expected}`);
  }
}

/** Lays everything beside the auditor's books. */
export function compareAll(engine: TradingEngine & { checkInvariants?: () => void }, desk: Desk): void {
  engine.checkInvariants?.();
  const image = engine.image();
  const heads = [image.seq, image.nextOrder, image.nextTransfer].join();
  const expectedHeads = [desk.books.seq, desk.books.nextOrder, desk.books.nextTransfer].join();
  if (heads !== expectedHeads) throw new Error(`the counters are ${heads}, should be ${expectedHeads}`);
  const accounts = [...image.accounts].map(({ id }) => id);
  if (accounts.length !== desk.books.accounts.size) throw new Error('the numbers of accounts differ');
  compareAccounts(engine, desk, accounts);
  const orders = [...image.orders].map(orderText).join('\n');
  const tickets = desk.books.tickets.map(ticketText).join('\n');
  if (orders !== tickets) throw new Error(`the alive orders are\n${orders}\n  but should be\n${tickets}`);
  if ([...image.withdrawals].length !== desk.books.withdrawals.size) throw new Error('the held withdrawals differ');
  let sum = 0n;
  for (const balance of desk.books.ledger.values()) sum += balance;
  if (sum !== 0n) throw new Error(`the transfers sum to ${sum}`);
}

function orderText(order: OrderRecord): string {
  const {
    id,
    account,
    instrument,
    side,
    kind,
    status,
    lots,
    leverage,
    target,
    price,
    openedAt,
    margin,
    fee,
    swap,
    stopLoss,
    takeProfit,
  } = order;
  return [
    id,
    account,
    instrument,
    side,
    kind,
    status,
    lots,
    leverage,
    target,
    price ?? 0,
    openedAt ?? 0,
    margin,
    fee,
    swap,
    stopLoss,
    takeProfit,
  ].join(' ');
}

function ticketText(ticket: Ticket): string {
  const {
    id,
    account,
    instrument,
    side,
    kind,
    open,
    lots,
    leverage,
    target,
    price,
    openedAt,
    margin,
    fee,
    swap,
    stop,
    take,
  } = ticket;
  return [
    id,
    account,
    instrument,
    side,
    kind,
    open ? 'open' : 'pending',
    lots,
    leverage,
    target,
    price,
    openedAt,
    margin,
    fee,
    swap,
    stop,
    take,
  ].join(' ');
}
