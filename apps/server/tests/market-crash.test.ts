import { lots, price } from '@fairlot/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { HostOutcome } from '../src/trading/port.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { type ScriptedMarket, startScriptedMarket } from './support/scripted-market.ts';
import { NOON } from './support/test-host.ts';

let fresh: TestDatabase;
let database: Database;
let on: ScriptedMarket;
beforeEach(async () => {
  fresh = await createTestDatabase();
  database = await fresh.open();
  on = await startScriptedMarket(database, NOON);
  on.tick('1.2');
});
afterEach(async () => {
  await on.stop();
  await database.close();
  await fresh.drop();
});

let keys = 0;
const key = (): string => `key-${(keys += 1)}`;

function order(account: number, side: 'buy' | 'sell', more: object = {}): Promise<HostOutcome> {
  const draft = { account, key: key(), instrument: 1, side, lots: lots('0.01'), leverage: 100, ...more };
  return on.host.submit({ type: 'placeOrder', ...draft });
}

/** Opens accounts that bought at the present price, each with a stop. Returns their order numbers. */
async function longWithStops(stops: readonly string[]): Promise<readonly number[]> {
  const orders: number[] = [];
  for (const [index, stop] of stops.entries()) {
    await on.host.submit({ type: 'openAccount', account: 100 + index, key: key(), kind: 'demo' });
    const outcome = await order(100 + index, 'buy', { stopLoss: price(stop) });
    if (!outcome.ok || outcome.order === undefined) throw new Error('the position was not opened');
    orders.push(outcome.order);
  }
  return orders;
}

async function ordersOf(account: number) {
  await on.host.submit({ type: 'openAccount', account: 9_000 + keys, key: key(), kind: 'demo' });
  const { rows } = await database.pool.query<{
    status: string;
    price: bigint;
    close_price: bigint | null;
    opened_at: bigint;
    ended_at: bigint | null;
    reason: string | null;
  }>('select * from orders where account = $1 order by id', [account]);
  return rows;
}

describe('a fall of 31 % in 25 ticks', () => {
  it('fills every stop at a true price, and lets no client deal at a dead one', async () => {
    const stops = ['1.19', '1.15', '1.1', '1.05', '1', '0.95', '0.9', '0.85'];
    await longWithStops(stops);
    await on.host.submit({ type: 'openAccount', account: 1, key: key(), kind: 'demo' });
    const tape = Array.from({ length: 25 }, (_, index) => (1.2 * 0.985 ** (index + 1)).toFixed(5));
    const calm = ['0.82300', '0.82350', '0.82320', '0.82310'];
    const tries: { readonly at: string; readonly outcome: Promise<HostOutcome> }[] = [];
    for (const mid of [...tape, ...calm]) {
      on.clock.time += 300;
      on.tick(mid);
      tries.push({ at: mid, outcome: order(1, 'sell') });
      on.clock.time += 100;
      tries.push({ at: mid, outcome: order(1, 'sell') });
    }
    const outcomes = await Promise.all(tries.map(({ outcome }) => outcome));
    const refused = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.reason]));
    expect(new Set(refused)).toEqual(new Set(['price_in_doubt']));
    expect(refused.length).toBeGreaterThan(30);
    // Those who dealt got the price of the newest tick of their moment.
    const dealt = tries.filter((_, index) => outcomes[index]?.ok === true).map(({ at }) => price(at));
    expect((await ordersOf(1)).map((row) => row.price)).toEqual(dealt);
    expect(dealt.length).toBeGreaterThan(4);
    for (const [index, stop] of stops.entries()) {
      const [row] = await ordersOf(100 + index);
      expect(row).toMatchObject({ status: 'closed', reason: 'stop_loss' });
      const close = row?.close_price ?? 0n;
      expect(close < price(stop) && [...tape, ...calm].some((mid) => price(mid) === close)).toBe(true);
      expect((row?.ended_at ?? 0n) > (row?.opened_at ?? 0n)).toBe(true);
    }
    await on.host.stop();
    expect(await verifyShard(database.pool, 0)).toMatchObject({ count: 0, shown: [] });
  });
});

describe('a wild tick', () => {
  it('stops dealing at once and never becomes a quote when normal ticks follow', async () => {
    const seen: string[] = [];
    on.market.onQuote(({ bid }) => seen.push((Number(bid) / 1e8).toFixed(4)));
    await longWithStops(['1.19']);
    on.clock.time += 500;
    on.tick('0.9');
    expect(on.market.doubt(1)).toBe('price');
    expect(await order(100, 'sell')).toEqual({ ok: false, reason: 'price_in_doubt' });
    on.clock.time += 5_000;
    on.tick('1.2001');
    expect(on.market.doubt(1)).toBeUndefined();
    expect(await order(100, 'sell')).toMatchObject({ ok: true });
    expect(seen).toEqual(['1.2001']);
    expect((await ordersOf(100)).map(({ status }) => status)).toEqual(['open', 'open']);
    expect(on.market.rejected()).toEqual({ spike: 1 });
  });
});

describe('after a silence of a minute', () => {
  it('late ticks go into the bars and trigger nothing; no order ends before it began', async () => {
    on.clock.time += 60_000;
    on.tick('1.2');
    await longWithStops(['1.199']);
    const opened = on.clock.time;
    on.clock.time += 50_000;
    // The connection is back: ticks of the silence arrive first.
    on.tick('1.1989', 45_000);
    on.tick('1.1988', 20_000);
    expect((await ordersOf(100))[0]).toMatchObject({ status: 'open' });
    expect(await order(100, 'sell')).toEqual({ ok: false, reason: 'market_data_stale' });
    on.tick('1.1995');
    expect((await ordersOf(100))[0]).toMatchObject({ status: 'open' });
    on.clock.time += 100;
    on.tick('1.1987', 90);
    expect((await ordersOf(100))[0]).toMatchObject({
      status: 'closed',
      close_price: price('1.1987'),
      opened_at: BigInt(opened),
      ended_at: BigInt(on.clock.time),
    });
    const bars = await on.market.candles(1, '1min', 10);
    expect(bars.map(({ bid }) => bid.low)).toContain(price('1.1987'));
    expect(bars.at(-1)?.volume).toBeGreaterThanOrEqual(4);
  });
});

describe('after a restart', () => {
  it('nothing is dealt on the restored quote until the feed has quoted', async () => {
    await longWithStops(['1.19']);
    const { time } = on.clock;
    await on.stop();
    on = await startScriptedMarket(database, time + 1_000);
    expect(await order(100, 'sell')).toEqual({ ok: false, reason: 'price_in_doubt' });
    on.tick('1.2');
    expect(await order(100, 'sell')).toMatchObject({ ok: true });
  });
});
