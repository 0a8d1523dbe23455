import { equity, freeMargin } from '@fairlot/domain';
import type { AccountKind, OrderRecord, TradingEngine } from '../index.ts';
import type { AuditedOrder } from './auditor/books.ts';
import type { Ledger } from './auditor/ledger.ts';
import { inOrder } from './auditor/level-book.ts';

/** Compares accounts with the auditor's: balances, floating profit, margin, every position. */
export function compareAccounts(engine: TradingEngine, ledger: Ledger, accounts: Iterable<number>): void {
  for (const id of accounts) {
    const view = engine.account(id);
    if (view === undefined) throw new Error(`the engine has no account ${id}`);
    const actual = [
      view.kind,
      view.group,
      view.cash,
      view.orderReserve,
      view.withdrawalHold,
      view.standing.balance,
      view.standing.reserved,
      equity(view.standing),
      freeMargin(view.standing),
      view.standing.floatingProfit,
      view.standing.usedMargin,
      ...view.positions.map(({ order, profit }) => `${order.id}:${profit}`),
    ].join(' ');
    const cash = ledger.balance(`${id}.cash`);
    const reserve = ledger.balance(`${id}.orderReserve`);
    const expected = [
      ledger.books.accounts.get(id),
      ledger.groupOf(id),
      cash,
      reserve,
      ledger.balance(`${id}.withdrawalHold`),
      cash + reserve,
      reserve,
      ledger.equity(id),
      ledger.freeMargin(id),
      ledger.floating(id),
      ledger.usedMargin(id),
      ...ledger.positionsOf(id).map((order) => `${order.id}:${ledger.profit(order)}`),
    ].join(' ');
    if (actual !== expected) throw new Error(`account ${id} is\n  ${actual}\n  but should be\n  ${expected}`);
  }
}

/** Compares the whole state with the auditor's books. */
export function compareAll(engine: TradingEngine & { checkInvariants?: () => void }, ledger: Ledger): void {
  engine.checkInvariants?.();
  const image = engine.image();
  const heads = [image.seq, image.nextOrder, image.nextTransfer].join();
  const expectedHeads = [ledger.books.seq, ledger.books.nextOrder, ledger.books.nextTransfer].join();
  if (heads !== expectedHeads) throw new Error(`the counters are ${heads}, should be ${expectedHeads}`);
  const accounts = [...image.accounts].map(({ id }) => id);
  if (accounts.length !== ledger.books.accounts.size) throw new Error('the numbers of accounts differ');
  compareAccounts(engine, ledger, accounts);
  const orders = [...image.orders].map(orderText).join('\n');
  const expectedOrders = ledger.books.orders.map(auditedText).join('\n');
  if (orders !== expectedOrders) throw new Error(`the alive orders are\n${orders}\n  but should be\n${expectedOrders}`);
  compareExposure(engine, ledger);
  const modes = [...engine.restricted].sort(([left], [right]) => left - right).join(' ');
  const expectedModes = [...ledger.books.modes]
    .filter(([, mode]) => mode !== 'normal')
    .sort(([left], [right]) => left - right)
    .join(' ');
  if (modes !== expectedModes) throw new Error(`the restricted instruments are ${modes}, should be ${expectedModes}`);
  if ([...image.withdrawals].length !== ledger.books.withdrawals.size) throw new Error('the held withdrawals differ');
  const corrected = [...(image.corrected ?? [])]
    .map(({ order, open, close, waived, count }) => [order, open, close, waived, count].join(' '))
    .join('\n');
  const expectedCorrected = [...ledger.books.corrections]
    .sort(([left], [right]) => left - right)
    .map(([order, { open, close, waived, count }]) => [order, open, close, waived, count].join(' '))
    .join('\n');
  if (corrected !== expectedCorrected)
    throw new Error(`the corrected fills are\n${corrected}\n  but should be\n${expectedCorrected}`);
  let sum = 0n;
  for (const balance of ledger.books.balances.values()) sum += balance;
  if (sum !== 0n) throw new Error(`the transfers sum to ${sum}`);
}

/** Compares the sums of positions that the engine keeps with sums over the auditor's single positions. */
function compareExposure(engine: TradingEngine, ledger: Ledger): void {
  for (const kind of ['real', 'demo'] as const) {
    const actual = engine
      .exposure(kind)
      .map(({ instrument, group, holdings: held }) =>
        [
          `${instrument} of ${group}:`,
          held.longLots,
          held.shortLots,
          held.longValue,
          held.shortValue,
          held.longMarkup,
          held.shortMarkup,
          held.longGuaranteedLots,
          held.longGuaranteedValue,
          held.shortGuaranteedLots,
          held.shortGuaranteedValue,
          held.positions,
          held.accounts,
        ].join(' '),
      );
    const expected = exposureOf(ledger, kind);
    if (actual.sort().join('\n') !== expected.sort().join('\n'))
      throw new Error(`the ${kind} exposure is\n${actual.join('\n')}\n  but should be\n${expected.join('\n')}`);
  }
}

function exposureOf(ledger: Ledger, kind: AccountKind): string[] {
  const positions = ledger.books.orders.filter(
    ({ open, account }) => open && ledger.books.accounts.get(account) === kind,
  );
  const nameOf = ({ instrument, account }: AuditedOrder): string => `${instrument} of ${ledger.groupOf(account)}:`;
  return [...new Set(positions.map(nameOf))].map((name) => {
    const own = positions.filter((order) => nameOf(order) === name);
    const sum = (side: 'buy' | 'sell', value: (order: AuditedOrder) => bigint): bigint =>
      own.reduce((total, order) => (order.side === side ? total + value(order) : total), 0n);
    return [
      name,
      sum('buy', ({ lots }) => lots),
      sum('sell', ({ lots }) => lots),
      sum('buy', ({ lots, price }) => lots * price),
      sum('sell', ({ lots, price }) => lots * price),
      sum('buy', ({ lots, off }) => lots * off.bid),
      sum('sell', ({ lots, off }) => lots * off.ask),
      sum('buy', ({ lots, premium }) => (premium === undefined ? 0n : lots)),
      sum('buy', ({ lots, premium, stop = 0n }) => (premium === undefined ? 0n : lots * stop)),
      sum('sell', ({ lots, premium }) => (premium === undefined ? 0n : lots)),
      sum('sell', ({ lots, premium, stop = 0n }) => (premium === undefined ? 0n : lots * stop)),
      own.length,
      new Set(own.map(({ account }) => account)).size,
    ].join(' ');
  });
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
    markup,
    target,
    price,
    openedAt,
    margin,
    fee,
    swap,
    stopLoss,
    takeProfit,
    trailing,
    premium,
    expiresAt,
    limitPrice,
    oco,
    levels,
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
    markup?.bid ?? 0,
    markup?.ask ?? 0,
    target,
    price ?? 0,
    openedAt ?? 0,
    margin,
    fee,
    swap,
    stopLoss,
    takeProfit,
    trailing,
    premium,
    expiresAt,
    limitPrice,
    oco,
    ...(levels ?? []).flatMap(({ level, lots: of, price: at }) => [level === 'stopLoss' ? 'stop' : 'take', of, at]),
  ].join(' ');
}

function auditedText(order: AuditedOrder): string {
  const {
    id,
    account,
    instrument,
    side,
    kind,
    open,
    lots,
    leverage,
    off,
    target,
    price,
    openedAt,
    margin,
    fee,
    swap,
    stop,
    take,
    trail,
    premium,
    expires,
    limit,
    other,
  } = order;
  return [
    id,
    account,
    instrument,
    side,
    kind,
    open ? 'open' : 'pending',
    lots,
    leverage,
    off.bid,
    off.ask,
    target,
    price,
    openedAt,
    margin,
    fee,
    swap,
    stop,
    take,
    trail,
    premium,
    expires,
    limit,
    other,
    ...inOrder(order).flatMap(({ isStop, lots: of, price: at }) => [isStop ? 'stop' : 'take', of, at]),
  ].join(' ');
}
