import { lots, money, price } from '@fairlot/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectMarket } from '../src/composition/connect-market.ts';
import type { Database } from '../src/db/database.ts';
import { createMarket } from '../src/market/create.ts';
import { FakeSource } from '../src/market/feeds/live/fake-source.testkit.ts';
import type { Market } from '../src/market/market.ts';
import type { SourceChanged } from '../src/market/port.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from '../src/market/reference/instruments.ts';
import { OrderQueries } from '../src/features/orders/queries.ts';
import { defineTerms } from '../src/trading/define-terms.ts';
import { startTradingHost } from '../src/trading/host.ts';
import type { TradingHost } from '../src/trading/port.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { NOON } from './support/test-host.ts';

let fresh: TestDatabase;
let database: Database;
let clock = NOON;
let oanda: FakeSource;
let dxlink: FakeSource;
let market: Market;
let host: TradingHost;
let changes: SourceChanged[];
const now = (): number => clock;

beforeEach(async () => {
  fresh = await createTestDatabase();
  database = await fresh.open();
  clock = NOON;
  await start();
});
afterEach(async () => {
  await stop();
  await database.close();
  await fresh.drop();
});

async function start(simulatesOthers = false): Promise<void> {
  changes = [];
  oanda = new FakeSource('oanda', now);
  dxlink = new FakeSource('dxlink', now);
  market = await createMarket({
    pool: database.pool,
    feed: {
      kind: 'live',
      sources: [
        { name: 'oanda', settings: {} },
        { name: 'dxlink', settings: {} },
      ],
      simulatesOthers,
    },
    factories: { oanda: () => oanda, dxlink: () => dxlink },
    onSourceChange: (change) => changes.push(change),
    sessions: 'always',
    seed: 1,
    clock: now,
    log: silentLog,
    reference: {
      categories: REFERENCE_CATEGORIES,
      instruments: REFERENCE_INSTRUMENTS.filter(({ code }) => ['EURUSD', 'BTCUSD'].includes(code)),
    },
  });
  host = await startTradingHost({
    connection: database.connection,
    pool: database.pool,
    now: () => market.now(),
    log: silentLog,
    holder: 'test',
    onFatal: (error) => {
      throw error;
    },
  });
  const rules = {
    feeMode: 'perLot',
    stopOutPercent: 50,
    demoFunds: money('100000'),
    maxOrdersPerAccount: 200,
  } as const;
  await defineTerms(host, database.pool, rules, market.instruments());
  connectMarket(market, host);
  await market.start();
}

async function stop(): Promise<void> {
  await market.stop();
  await host.stop();
}

let keys = 0;
const key = (): string => `key-${(keys += 1)}`;
const open = (account: number) => host.submit({ type: 'openAccount', account, key: key(), kind: 'demo' });
const buy = (account: number, stopLoss?: string, instrument = 1) =>
  host.submit({
    type: 'placeOrder',
    account,
    key: key(),
    instrument,
    side: 'buy',
    lots: lots('0.01'),
    leverage: 20,
    ...(stopLoss !== undefined && { stopLoss: price(stopLoss) }),
  });
const both = (text: string): void => [oanda, dxlink].forEach((source) => quote(source, text));
const quote = (source: FakeSource, text: string): void =>
  source.quote(source.name === 'oanda' ? 'EUR_USD' : 'EUR/USD', text);
const history = async (account: number) =>
  (await new OrderQueries(database.kysely).page(account, 'history', 1, 10)).orders;

/** Commits everything that is under way. */
const settle = () => open(1_000 + keys);

it('when the first source dies, stops fire on the second one’s first reaching quote, and the journal says whose', async () => {
  expect([market.doubt(1), market.sourceOf(1)]).toEqual(['source', undefined]);
  await open(1);
  expect(await buy(1)).toMatchObject({ ok: false });
  oanda.is('live');
  dxlink.is('live');
  both('1.10000');
  expect([market.doubt(1), market.sourceOf(1), market.quote(1)?.source]).toEqual([undefined, 'oanda', 'oanda']);
  expect(await buy(1, '1.09500')).toMatchObject({ ok: true });
  expect(await buy(1, '1.09300')).toMatchObject({ ok: true });

  clock += 1_000;
  // Only the source in use counts.
  quote(dxlink, '1.09400');
  await settle();
  expect(await history(1)).toEqual([]);
  quote(dxlink, '1.10005');
  const died = clock;
  clock += 1;
  oanda.is('connecting');
  expect(market.sourceOf(1)).toBe('dxlink');
  expect(clock - died).toBeLessThanOrEqual(3_000);
  quote(dxlink, '1.09501');
  quote(dxlink, '1.09499');
  quote(dxlink, '1.09498');
  await settle();
  const [closed, ...rest] = await history(1);
  expect(rest).toEqual([]);
  expect(closed).toMatchObject({
    endReason: 'stop_loss',
    closePrice: price('1.09499'),
    openQuote: { source: 'oanda', bid: price('1.1') },
    closeQuote: { source: 'dxlink', bid: price('1.09499') },
  });
  const numbers = [closed?.openQuote?.seq ?? 0, closed?.closeQuote?.seq ?? 0];
  expect(numbers[1]).toBeGreaterThan(numbers[0] ?? 0);

  await stop();
  expect(await verifyShard(database.pool, 0)).toMatchObject({ count: 0, shown: [] });
  clock += 60_000;
  await start();
  // Old bars and the last price are shown; nothing is dealt on them.
  expect([market.doubt(1), market.quote(1)?.bid]).toEqual(['source', price('1.09498')]);
  expect((await market.candles(1, '1min', 10)).length).toBeGreaterThan(0);
  expect(await buy(1)).toMatchObject({ ok: false });
  dxlink.is('live');
  quote(dxlink, '1.09290');
  await settle();
  expect((await history(1))[0]).toMatchObject({ closePrice: price('1.0929'), closeQuote: { source: 'dxlink' } });
  await stop();
  expect(await verifyShard(database.pool, 0)).toMatchObject({ count: 0, shown: [] });
  await start();
});

it('a second source that has said nothing gives no price: nothing is filled on the last one of the dead source', async () => {
  oanda.is('live');
  dxlink.is('live');
  quote(oanda, '1.10000');
  await open(3);
  expect(await buy(3, '1.09000')).toMatchObject({ ok: true });
  oanda.is('connecting');
  // It is connected and first in line, and its symbol may be one that it does not know.
  expect([market.doubt(1), market.sourceOf(1)]).toEqual(['source', undefined]);
  expect(await buy(3)).toMatchObject({ ok: false });
  clock += 500;
  quote(dxlink, '1.10001');
  expect([market.doubt(1), market.sourceOf(1)]).toEqual([undefined, 'dxlink']);
  expect(await buy(3)).toMatchObject({ ok: true });
});

it('after a restart, neither the time nor the number of a quote goes back, and nothing is dealt meanwhile', async () => {
  oanda.is('live');
  clock += 5_000;
  quote(oanda, '1.10000');
  const before = market.quote(1);
  await stop();
  clock += 2_000;
  await start();
  oanda.is('live');
  await open(4);
  // The clock of the source is behind.
  oanda.quote('EUR_USD', '1.10001', '1.10001', 3_000);
  expect([market.doubt(1), market.sourceOf(1)]).toEqual(['source', undefined]);
  expect(await buy(4)).toMatchObject({ ok: false });
  quote(oanda, '1.10002');
  const after = market.quote(1);
  expect(after?.bid).toBe(price('1.10002'));
  expect(after?.time).toBeGreaterThanOrEqual(before?.time ?? Infinity);
  expect(after?.seq).toBeGreaterThan(before?.seq ?? Infinity);
  expect(await buy(4)).toMatchObject({ ok: true });
});

it('a second source whose price jumps is doubted first, and no stop is filled on its wild quote', async () => {
  oanda.is('live');
  dxlink.is('live');
  both('1.10000');
  await open(2);
  await buy(2, '1.09000');
  clock += 500;
  oanda.is('stale', 'heartbeat_missed');
  quote(dxlink, '0.90000');
  expect(market.doubt(1)).toBe('price');
  clock += 500;
  quote(dxlink, '1.10010');
  await settle();
  expect(await history(2)).toEqual([]);
  expect(market.doubt(1)).toBeUndefined();
  expect(market.rejected()).toEqual({ spike: 1 });
  const own = changes.filter(({ code }) => code === 'EURUSD');
  expect(own.map(({ code, from, to, reason }) => [code, from, to, reason])).toEqual([
    ['EURUSD', undefined, 'oanda', 'first'],
    ['EURUSD', 'oanda', 'dxlink', 'lost'],
  ]);
});

describe('an instrument without a live source', () => {
  it('has no price and says so, while others are dealt in', async () => {
    oanda.is('live');
    quote(oanda, '1.1');
    expect([1, 60].map((id) => market.doubt(id))).toEqual([undefined, 'source']);
    expect(market.quote(60)).toBeUndefined();
    oanda.is('refused', 'unauthorized');
    expect(market.doubt(1)).toBe('source');
    expect(market.sources()[0]).toMatchObject({ name: 'oanda', state: { phase: 'refused', reason: 'unauthorized' } });
  });

  it('is simulated only when that is named, and labelled so', async () => {
    await stop();
    await database.pool.query(`delete from instrument_symbols where instrument = 60`);
    await database.pool.query(`insert into instrument_symbols values (60, 'oanda', ''), (60, 'dxlink', '')`);
    await start(true);
    expect([1, 60].map((id) => [market.doubt(id), market.sourceOf(id)])).toEqual([
      ['source', undefined],
      [undefined, 'simulated'],
    ]);
    expect(market.quote(60)?.source).toBe('simulated');
  });

  it('has one as soon as a source knows its symbol', async () => {
    oanda.is('live');
    oanda.sink?.unknownSymbol('EUR_USD');
    expect(market.doubt(1)).toBe('source');
    expect(market.sources()[0]?.unknownSymbols).toEqual(['EUR_USD']);
    market.relist({
      categories: market.categories(),
      instruments: market
        .instruments()
        .map((each) => (each.id === 1 ? { ...each, symbols: { oanda: 'EURUSD' } } : each)),
    });
    expect(oanda.symbols).toEqual(['EURUSD']);
    oanda.quote('EURUSD', '1.2');
    expect([market.doubt(1), market.quote(1)?.bid]).toEqual([undefined, price('1.2')]);
  });
});
