import { type Instrument, asPrice, lots, money, price } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, RULES, type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const STOPS = 300;
/** Far fewer than the stops, so that a quote that reaches all of them is worked in many slices. */
const SLICE = 16;
const GBPUSD: Instrument = { ...EURUSD, id: 2, code: 'GBPUSD' };
const STOP = asPrice(price('1.09500'));

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** A host in which an account has 300 positions with the same stop-loss, and another account has none. */
async function startWithStops(account: number): Promise<TestHost> {
  const testHost = await startTestHost(database, { slice: SLICE });
  const { host, clock } = testHost;
  await host.submit({ type: 'setRules', rules: { ...RULES, maxOrdersPerAccount: 2 * STOPS } });
  await host.submit({ type: 'defineInstrument', instrument: GBPUSD });
  host.setOpen(GBPUSD.id, true);
  const [bid, ask] = [asPrice(price('1.27000')), asPrice(price('1.27010'))];
  host.onQuote({ instrument: GBPUSD.id, seq: account * 1_000_000, time: clock.time, bid, ask });
  for (const id of [account, account + 1]) await host.submit(openAccount(id));
  await host.submit({ type: 'adjust', account, key: 'funds', amount: money('1000000'), memo: 'for 300 positions' });
  const placed = await Promise.all(
    Array.from({ length: STOPS }, (_, index) => host.submit({ ...buy(account, `p${index}`), stopLoss: STOP })),
  );
  expect(placed.every(({ ok }) => ok)).toBe(true);
  return testHost;
}

async function closedAt(account: number): Promise<{ readonly prices: readonly string[]; readonly left: number }> {
  const { rows } = await database.pool.query<{ price: string; n: bigint }>(
    `select close_quote_seq || ' ' || close_price as price, count(*) as n from orders where account = $1 and status = 'closed' group by 1`,
    [account],
  );
  const open = await database.pool.query(`select id from orders where account = $1 and ended_at is null`, [account]);
  return { prices: rows.map((row) => `${row.n} x ${row.price.split(' ')[1] ?? ''}`), left: open.rows.length };
}

describe('a quote that reaches hundreds of stops', () => {
  it('fills all of them at its price, while others trade and newer quotes wait', async () => {
    const testHost = await startWithStops(1);
    const { host, clock } = testHost;
    const rows: Applied[] = [];
    host.onCommitted((committed) => rows.push(...committed));
    testHost.quote('1.09400', '1.09410');
    // The market is back at once. Nobody deals on that either before the stops are worked.
    testHost.quote('1.09800', '1.09810');
    const refused = await host.submit(buy(2, 'in the burst'));
    const other = await host.submit({ ...buy(2, 'elsewhere'), instrument: GBPUSD.id, lots: lots('0.01') });
    expect(refused).toEqual({ ok: false, reason: 'price_in_doubt' });
    expect(other.ok).toBe(true);

    await expect.poll(() => rows.at(-1)?.command.type).toBe('endBurst');
    const types = rows.map(({ command }) => command.type);
    const hits = rows.flatMap(({ command }) => (command.type === 'trigger' ? command.hits : []));
    expect(hits.map(({ order }) => order)).toEqual(hits.map(({ order }) => order).toSorted((a, b) => a - b));
    expect(hits).toHaveLength(STOPS);
    // The other account's order came between two slices, not after the last.
    expect(types.indexOf('placeOrder')).toBeLessThan(types.lastIndexOf('trigger'));
    expect(await closedAt(1)).toEqual({ prices: [`${STOPS} x ${asPrice(price('1.09400'))}`], left: 0 });

    clock.time += 1000;
    const after = await host.submit(buy(2, 'after the burst'));
    expect(after.ok).toBe(true);
    await host.stop();
    expect(await verifyShard(database.pool, 0)).toMatchObject({ count: 0, shown: [] });
  });

  it('fills the rest at its price after a restart in between', async () => {
    const first = await startWithStops(11);
    first.quote('1.09400', '1.09410');
    await first.host.stop();
    const { left } = await closedAt(11);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(STOPS);

    // The new process starts with a market far above the stops.
    const { host } = await startTestHost(database, { slice: SLICE });
    await expect.poll(async () => (await closedAt(11)).left).toBe(0);
    expect(await closedAt(11)).toEqual({ prices: [`${STOPS} x ${asPrice(price('1.09400'))}`], left: 0 });
    await host.stop();
    expect(await verifyShard(database.pool, 0)).toMatchObject({ count: 0, shown: [] });
  });
});
