import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../src/composition/server.ts';
import { readConfig } from '../src/config.ts';
import { readListing, seedListing } from '../src/market/listing.ts';
import type { ListedInstrument } from '../src/market/port.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from '../src/market/reference/instruments.ts';
import { createLog } from '../src/platform/log.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { openTestOffice } from './support/office.ts';
import { whenQuoted } from './support/order-calls.ts';
import { SECRETS_KEY, type TestServer, clientOf } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

// The tape of a recorded market: one price per instrument, repeated each second, so that every figure is known.
const YEN = { bid: '150.000', ask: '150.010' };
const BIG = { bid: '1600000000', ask: '1600001000' };
const TINY = { bid: '0.000012345678', ask: '0.000012346789' };
const TAPE = { USDJPY: YEN, BTCUSD: BIG, DOGEUSD: TINY };
const SECONDS = 1_800;

/** Prices of billions of yen, and prices with eight significant digits after four zeros. */
const WIDE: Readonly<Record<string, Partial<ListedInstrument>>> = {
  BTCUSD: {
    quoteCurrency: 'JPY',
    conversion: { instrument: 3, inverse: true },
    pricePrecision: 0,
    priceScale: 3,
    unitsPerLot: 1n,
    leverages: [500],
  },
  DOGEUSD: { pricePrecision: 12, unitsPerLot: 1_000_000_000n, leverages: [100] },
};

const clock = { time: Date.now() };
let folder: string;
let database: TestDatabase;
let running: RunningServer;
let server: TestServer;
let token: string;
let big: number;
let tiny: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-wide-'));
  const start = Date.UTC(2026, 10, 20, 12);
  for (const [code, { bid, ask }] of Object.entries(TAPE)) {
    const lines = Array.from({ length: SECONDS }, (_, second) => `${start + second * 1000},${bid},${ask}`);
    writeFileSync(join(folder, `${code.toLowerCase()}-20261120.csv`), lines.join('\n'));
  }
  database = await createTestDatabase('empty');
  const opened = await database.open();
  const instruments = REFERENCE_INSTRUMENTS.map((listed) => ({ ...listed, ...WIDE[listed.code] }));
  await seedListing(opened.pool, { categories: REFERENCE_CATEGORIES, instruments });
  await opened.close();
  const result = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    ...database.settings,
    FAIRLOT_SECRETS_KEY: SECRETS_KEY,
    FAIRLOT_FEED: `replay:${folder}`,
    FAIRLOT_SESSIONS: 'always',
  });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  running = await startServer(result.config, createLog('fatal'), { clock: () => clock.time });
  server = {
    ...clientOf(running.url),
    databaseUrl: database.url,
    setUpUrl: running.setUpUrl,
    stop: () => running.stop(),
  };
  [big, tiny] = [await server.instrument('BTCUSD'), await server.instrument('DOGEUSD')];
  ({ token } = await server.demo());
});
afterAll(async () => {
  await running.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const order = (instrument: number, more: Readonly<Record<string, unknown>>) => ({
  type: 1,
  cont: '0.01',
  forex_id: instrument,
  status: 1,
  ...more,
});
const submit = async (instrument: number, more: Readonly<Record<string, unknown>> = {}) =>
  (await whenQuoted(() => server.call('submit', order(instrument, more), { token }))).envelope;
const microDollars = (figure: string): bigint => BigInt(figure.replace('.', ''));
/** Rounds a quotient of bigints up. */
const ceiling = (over: bigint, under: bigint): bigint => -(-over / under) + (over % under === 0n ? 0n : 1n);

describe('an instrument with prices of billions', () => {
  it('is listed, dealt, changed and valued exactly', async () => {
    const listed = (await server.call('tradeList')).envelope.data.find(({ Id }) => Id === big);
    expect(listed).toMatchObject({ PricePrecision: 0, ForexQuotations: { Bid: BIG.bid, Ask: BIG.ask } });
    const placed = await submit(big, { stop_loss_price: '1500000000', target_profit_price: '1700000000' });
    const { order: opened } = placed.data;
    expect(opened).toMatchObject({
      Price: BIG.ask,
      TargetLossPrice: '1500000000',
      TargetProfitPrice: '1700000000',
      OpenQuote: { Bid: BIG.bid, Ask: BIG.ask },
    });
    // 0.01 lots × 1,600,001,000 yen ÷ 150.005 yen per dollar ÷ 500.
    expect(microDollars(opened.CautionMoney)).toBe(ceiling(1_600_001_000n * 10n ** 7n, 150_005n * 500n));
    // −1,000 yen × 0.01 lots ÷ 150.005.
    expect(opened.FactProfits).toBe('-0.066664');
    const change = { id: opened.Id, stop_loss_price: '1400000001', target_profit_price: '1800000002' };
    expect((await server.call('setStopPrice', change, { token })).envelope.data.order).toMatchObject({
      TargetLossPrice: '1400000001',
      TargetProfitPrice: '1800000002',
    });
    const pending = (await submit(big, { status: 0, target_price: '1590000000' })).data.order;
    expect(pending).toMatchObject({ OriginPrice: '1590000000', Kind: 'limit' });
    const moved = { id: pending.Id, target_price: '1580000000' };
    expect((await server.call('amendPendingOrder', moved, { token })).envelope.data.order).toMatchObject({
      OriginPrice: '1580000000',
    });
  });

  it.each([
    ['1500000000.5', 'price_off_grid'],
    ['1500000000.0005', 'price_off_grid'],
    ['999999999999', 'price_out_of_range'],
    ['1000000000000', 'price_out_of_range'],
    ['9999999999999999999999', 'price_out_of_range'],
  ])('refuses a target of %s as %s', async (target, reason) => {
    expect((await submit(big, { status: 0, target_price: target })).reason).toBe(reason);
  });
});

describe('an instrument with prices far below one', () => {
  it('keeps each of twelve decimals', async () => {
    const listed = (await server.call('tradeList')).envelope.data.find(({ Id }) => Id === tiny);
    expect(listed).toMatchObject({ PricePrecision: 12, ForexQuotations: { Bid: TINY.bid, Ask: TINY.ask } });
    const { order: opened } = (await submit(tiny, { stop_loss_price: '0.000012000001' })).data;
    // 0.01 lots × 10^9 × 0.000012346789 ÷ 100 = 1.2346789, rounded up.
    expect(opened).toMatchObject({
      Price: TINY.ask,
      TargetLossPrice: '0.000012000001',
      CautionMoney: '1.234679',
      FactProfits: '-0.011110',
    });
    const pending = (await submit(tiny, { status: 0, target_price: '0.000012340001' })).data.order;
    expect(pending).toMatchObject({ OriginPrice: '0.000012340001', Kind: 'limit' });
    expect((await submit(tiny, { status: 0, target_price: '0.0000123400015' })).reason).toBe('price_off_grid');
  });
});

describe('both', () => {
  it('are written with their decimals in lists, bars, alerts, the statement and on the socket', async () => {
    const holding = (await server.call('myDeal', { status: 1 }, { token })).envelope.data.data;
    expect(holding.map(({ Price, UpdatePrice }) => [Price, UpdatePrice])).toEqual([
      [TINY.ask, TINY.bid],
      [BIG.ask, BIG.bid],
    ]);
    for (const [id, { bid }] of [
      [big, BIG],
      [tiny, TINY],
    ] as const) {
      const { data } = (await server.call('kline', { forex_id: id, period: '1min' })).envelope;
      expect(data.at(-1)).toMatchObject({ Open: bid, High: bid, Low: bid, Close: bid });
    }
    for (const [id, price] of [
      [big, '1700000001'],
      [tiny, '0.000013000001'],
    ] as const) {
      const alert = { forex_id: id, side: 'bid', direction: 'rise', price };
      expect((await server.call('alertSet', alert, { token })).envelope.data).toMatchObject({ price });
    }
    const { positions, pending } = (await server.call('statement', { period: 'all' }, { token })).envelope.data;
    expect(positions.map(({ open_price: open, price }) => [open, price])).toEqual(
      expect.arrayContaining([
        [BIG.ask, BIG.bid],
        [TINY.ask, TINY.bid],
      ]),
    );
    expect(pending?.map(({ target }) => target)).toEqual(expect.arrayContaining(['1580000000', '0.000012340001']));
    const socket = await TestSocket.open(server.url);
    const { data } = (await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot')) as unknown as {
      readonly data: readonly { readonly Id: number; readonly Bid: string }[];
    };
    expect(data.find(({ Id }) => Id === big)).toMatchObject({ Bid: BIG.bid, Ask: BIG.ask });
    expect(data.find(({ Id }) => Id === tiny)).toMatchObject({ Bid: TINY.bid, Ask: TINY.ask });
    socket.close();
  });

  it('are summed in dollars in the office', async () => {
    const office = await openTestOffice(server, clock);
    const { list } = (await office.administrator.call('officeExposure', { accounts: 'demo' })).envelope.data;
    // At mid prices: 0.01 lots × 1,600,000,500 yen ÷ 150.005, and 0.01 lots × 10^9 × 0.0000123462335 dollars.
    expect(list.find(({ code }) => code === 'BTCUSD')).toMatchObject({
      long_usd: '106663.14',
      clients_profit: '-0.07',
    });
    expect(list.find(({ code }) => code === 'DOGEUSD')).toMatchObject({ long_usd: '123.46', clients_profit: '-0.01' });
  });

  it('close, and the journal replays to the same books', async () => {
    const { data } = (await server.call('myDeal', { status: 1 }, { token })).envelope.data;
    for (const { Id } of data) {
      const closed = (await whenQuoted(() => server.call('close', { id: Id }, { token }))).envelope;
      expect(closed.reason).toBe('ok');
    }
    const history = (await server.call('myDeal', { status: 3 }, { token })).envelope.data.data;
    expect(history.map(({ UpdatePrice }) => UpdatePrice).sort()).toEqual([TINY.bid, BIG.bid]);
    await running.stop();
    const opened = await database.open();
    const { instruments } = await readListing(opened.pool);
    expect(instruments.find(({ id }) => id === big)).toMatchObject({ pricePrecision: 0, priceScale: 3 });
    expect(await verifyShard(opened.pool)).toMatchObject({ count: 0, shown: [] });
    await opened.close();
  });
});
