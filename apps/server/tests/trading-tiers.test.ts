import { money } from '@fairlot/domain';
import type { Group, LeverageTier } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const ACCOUNTS = 40;
/** Far fewer than the accounts, so that a change of their tiers is worked in many slices. */
const SLICE = 4;
const CLUB = 5;
/** A position of 11,001 dollars binds 110.01, and all of it when the leverage falls to 1. */
const MILD: readonly LeverageTier[] = [{ from: money('0'), leverage: 100 }];
const HARSH: readonly LeverageTier[] = [{ from: money('0'), leverage: 1 }];

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const define = (tiers: readonly LeverageTier[]) => {
  // 100,000 dollars are 909 % of the harsh margin.
  const group: Group = { id: CLUB, stopOutPercent: 950, terms: [{ instrument: EURUSD.id, tiers }] };
  return { type: 'defineGroup', group } as const;
};

async function startWithPositions(first: number): Promise<TestHost> {
  const testHost = await startTestHost(database, { slice: SLICE });
  const { host } = testHost;
  expect(await host.submit(define(MILD))).toEqual({ ok: true });
  for (let account = first; account < first + ACCOUNTS; account += 1) {
    await host.submit({ ...openAccount(account), group: CLUB });
    expect(await host.submit(buy(account, 'now'))).toMatchObject({ ok: true });
  }
  return testHost;
}

async function closed(first: number): Promise<number> {
  const { rows } = await database.pool.query<{ n: bigint }>(
    `select count(*) as n from orders where reason = 'stop_out' and account >= $1 and account < $2`,
    [first, first + ACCOUNTS],
  );
  return Number(rows[0]?.n);
}

it('harsher tiers stop out all accounts of a group, in slices between which others trade', async () => {
  const { host } = await startWithPositions(1);
  await host.submit(openAccount(500));
  const rows: Applied[] = [];
  host.onCommitted((committed) => rows.push(...committed));
  const [defined, other] = await Promise.all([host.submit(define(HARSH)), host.submit(buy(500, 'meanwhile'))]);
  expect([defined.ok, other.ok]).toEqual([true, true]);
  await expect.poll(() => closed(1)).toBe(ACCOUNTS);
  const types = rows.map(({ command }) => command.type);
  expect(types.indexOf('placeOrder')).toBeLessThan(types.lastIndexOf('stopOut'));
  const accounts = rows.flatMap(({ command }) => (command.type === 'stopOut' ? [command.account] : []));
  expect(accounts).toEqual(Array.from({ length: ACCOUNTS }, (_, at) => at + 1));
  await host.stop();
  expect(await verifyShard(database.pool, 0)).toMatchObject({ count: 0, shown: [] });
});

it('a recovery in the middle goes on with the accounts that are left', async () => {
  const first = await startWithPositions(101);
  expect(await first.host.submit(define(HARSH), 'committed')).toEqual({ ok: true });
  await first.host.stop();
  expect(await closed(101)).toBeLessThan(ACCOUNTS);
  const second = await startTestHost(database, { slice: SLICE });
  second.quote('1.10000', '1.10010');
  await expect.poll(() => closed(101)).toBe(ACCOUNTS);
  await second.host.stop();
  expect(await verifyShard(database.pool, 0)).toMatchObject({ count: 0, shown: [] });
});
