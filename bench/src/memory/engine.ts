import { asPrice, lots, money, price } from '@fairlot/domain';
import { type TradingEngine, createEngine } from '@fairlot/engine';
import { EURUSD } from '../orders/host.ts';
import { heapBytes } from './maps.ts';

const TIME = 1_780_000_000_000;
const MIN_LOTS = lots('0.01');
const FEW_KEYS = 1000;

let serial = 0;

/** A UUIDv7 of a millisecond of its own: a loop makes more keys in a millisecond than their order can tell apart. */
function nextKey(): string {
  serial += 1;
  const time = (TIME + serial).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${serial.toString(16).padStart(12, '0')}`;
}

/** An engine with rules, an instrument and a quote, that remembers so many keys in each generation. */
function open(recentKeys: number): TradingEngine {
  const engine = createEngine({ recentKeys });
  const rules = {
    feeMode: 'perLot',
    stopOutPercent: 50,
    demoFunds: money('1000000'),
    maxOrdersPerAccount: 1_000_000,
  } as const;
  engine.submit({ type: 'setRules', rules, time: TIME });
  engine.submit({ type: 'defineInstrument', instrument: EURUSD, time: TIME });
  engine.setOpen(EURUSD.id, true);
  engine.onQuote(
    { instrument: EURUSD.id, seq: 1, time: TIME, bid: asPrice(price('1.10000')), ask: asPrice(price('1.10010')) },
    TIME,
  );
  return engine;
}

function openAccounts(engine: TradingEngine, count: number): void {
  for (let account = 1; account <= count; account += 1)
    // A host has searched the journal for the key of an account that is not there.
    engine.submit({ type: 'openAccount', account, key: nextKey(), kind: 'demo', time: TIME }, true);
}

/** Places a position with stop-loss and take-profit. Returns its number. */
function place(engine: TradingEngine, account: number): number {
  const submission = engine.submit({
    type: 'placeOrder',
    account,
    key: nextKey(),
    instrument: EURUSD.id,
    side: 'buy',
    lots: MIN_LOTS,
    leverage: 100,
    stopLoss: asPrice(price('1.05000')),
    takeProfit: asPrice(price('1.15000')),
    time: TIME,
  });
  const [event] = submission.kind === 'applied' ? submission.rows[0].events.filter(isOpened) : [];
  if (event === undefined) throw new Error(`no position was opened: ${submission.kind}`);
  return event.order;
}

function close(engine: TradingEngine, account: number, order: number): void {
  const submission = engine.submit({ type: 'closePosition', account, key: nextKey(), order, time: TIME });
  if (submission.kind !== 'applied' || !submission.rows[0].outcome.ok) throw new Error('the position did not close');
}

/** Closes the position of each account, from the first one on. */
function closeAll(engine: TradingEngine, orders: readonly number[]): void {
  for (const [index, order] of orders.entries()) close(engine, index + 1, order);
}

/** Bytes of the engine's heap for each account, open position and remembered key, and what a closed one leaves. */
export function measureParts(count: number): object {
  const engine = open(FEW_KEYS);
  const empty = heapBytes();
  openAccounts(engine, count);
  const withAccounts = heapBytes();
  const orders = Array.from({ length: count }, (_, index) => place(engine, index + 1));
  const withOrders = heapBytes();
  closeAll(engine, orders);
  const traded = heapBytes();
  closeAll(
    engine,
    orders.map((_, index) => place(engine, index + 1)),
  );
  const again = heapBytes();
  return {
    bytesAnAccount: Math.round((withAccounts - empty) / count),
    bytesAnOpenPosition: Math.round((withOrders - withAccounts) / count),
    // The mark of its keys, its lists, and places of price indexes that the next position takes.
    bytesMoreOfAnAccountThatTraded: Math.round((traded - withAccounts) / count),
    bytesLeftByTheNextPosition: Math.round((again - traded) / count),
    bytesAKey: bytesAKey(count),
  };
}

/** Of an outcome that is remembered: the difference of two engines that differ in nothing else. */
function bytesAKey(count: number): number {
  const heapWith = (recentKeys: number): number => {
    const before = heapBytes();
    const engine = open(recentKeys);
    openAccounts(engine, count);
    const after = heapBytes();
    engine.account(1);
    return after - before;
  };
  return Math.round((heapWith(count * 2) - heapWith(FEW_KEYS)) / (count - FEW_KEYS));
}

/** The engine's heap in MiB while `total` positions are opened and closed, at the beginning and after each quarter. */
export function measureTurnover(total: number, accounts: number): readonly number[] {
  const engine = open(FEW_KEYS);
  openAccounts(engine, accounts);
  const round = (quarter: number): void => {
    for (let index = 0; index < total / 4; index += 1) {
      const account = 1 + ((quarter + index * 7919) % accounts);
      close(engine, account, place(engine, account));
    }
  };
  // The first positions of each account fill its lists once.
  round(0);
  const samples = [heapBytes()];
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    round(quarter);
    samples.push(heapBytes());
  }
  return samples.map((bytes) => Number((bytes / 2 ** 20).toFixed(2)));
}

function isOpened<T extends { readonly type: string }>(event: T): event is T & { readonly type: 'positionOpened' } {
  return event.type === 'positionOpened';
}
