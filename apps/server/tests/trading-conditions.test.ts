import { endOfTradingDay, lots, price } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, NOON, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const MINUTE = 60_000;
const pending = (key: string) => ({ ...buy(1, key), target: price('1.05') });
const states = async () =>
  (
    await database.pool.query<{ id: string; status: string; reason: string | null; expires_at: string | null }>(
      'select id::text, status, reason, expires_at::text from orders where account = 1 order by orders.id',
    )
  ).rows;

it('orders end at their expiry while the market is closed and over a restart, and are verified', async () => {
  const first = await startTestHost(database, { slice: 3 });
  await first.host.submit(openAccount(1));
  const expiresAt = NOON + MINUTE;
  for (let at = 0; at < 8; at += 1)
    expect(await first.host.submit({ ...pending(`soon ${at}`), expiresAt })).toMatchObject({ ok: true });
  const later = { ...pending('later'), expiresAt: NOON + 10 * MINUTE };
  await first.host.submit(later);
  expect(await first.host.submit(later)).toMatchObject({ ok: true });
  // The end of the day is no part of the request: it differs when the same request comes again.
  const day = { ...pending('day'), endsWithDay: true } as const;
  const placed = await first.host.submit(day);
  first.clock.time = NOON + 1000;
  expect(await first.host.submit(day)).toEqual(placed);
  expect(await first.host.submit({ ...pending('past'), expiresAt: NOON })).toMatchObject({ reason: 'expiry_passed' });
  first.host.setOpen(EURUSD.id, false);

  first.clock.time = expiresAt - 1;
  first.host.beginRollovers();
  expect((await states()).filter(({ status }) => status === 'pending')).toHaveLength(10);
  first.clock.time = expiresAt;
  first.host.beginRollovers();
  // The slices of three go on by themselves; another command is committed after all of them.
  await first.host.submit({ type: 'deposit', account: 1, key: 'sync', amount: lots('1') as never, reference: 1 });
  await expect.poll(async () => (await states()).filter(({ reason }) => reason === 'expired').length).toBe(8);
  await first.host.stop();

  const second = await startTestHost(database);
  second.clock.time = NOON + 10 * MINUTE;
  second.host.beginRollovers();
  await expect.poll(async () => (await states()).filter(({ reason }) => reason === 'expired').length).toBe(9);
  const [last] = (await states()).slice(-1);
  expect(last).toMatchObject({ status: 'pending', expires_at: String(endOfTradingDay(NOON)) });
  second.clock.time = endOfTradingDay(NOON) - 1000;
  second.quote('1.04000', '1.04010');
  await expect
    .poll(async () => (await states()).at(-1))
    .toMatchObject({ status: 'open', reason: null, expires_at: null });
  expect((await verifyShard(database.pool, 0)).shown).toEqual([]);
  await database.pool.query(`update orders set expires_at = expires_at + 1 where reason = 'expired'`);
  expect((await verifyShard(database.pool, 0)).shown).toContainEqual(expect.stringContaining('expires_at'));
  await database.pool.query(`update orders set expires_at = expires_at - 1 where reason = 'expired'`);
  await second.host.stop();
});

it('one quote that reaches both of a linked pair fills the older one; a stop-limit waits at its limit', async () => {
  const host = await startTestHost(database);
  host.clock.time = endOfTradingDay(NOON) + MINUTE;
  host.quote('1.10000', '1.10010');
  const linked = { ...pending('pair'), target: price('1.12'), oco: { side: 'buy', target: price('1.11') } } as const;
  const pair = await host.host.submit(linked);
  const limited = await host.host.submit({ ...pending('limit'), target: price('1.11'), limitPrice: price('1.115') });
  if (!pair.ok || pair.order === undefined || !limited.ok || limited.order === undefined) throw new Error('not placed');
  // A gap over both stops and over the limit.
  host.quote('1.13000', '1.13010');
  await host.host.submit({ type: 'cancelOrder', account: 1, key: 'sync 2', order: 0 });
  const found = async () =>
    (
      await database.pool.query<{ row: string }>(
        `select concat_ws(' ', status, reason, kind, target, limit_price, oco_order) as row from orders where id >= $1 order by id`,
        [pair.order],
      )
    ).rows.map(({ row }) => row);
  expect(await found()).toEqual([
    `open stop 112000000 ${pair.order + 1}`,
    `cancelled oco stop 111000000 ${pair.order}`,
    'pending limit 111500000 111500000',
  ]);
  await host.host.stop();

  const next = await startTestHost(database);
  next.clock.time = endOfTradingDay(NOON) + 2 * MINUTE;
  next.quote('1.11400', '1.11490');
  await next.host.submit({ type: 'cancelOrder', account: 1, key: 'sync 3', order: 0 });
  expect((await found())[2]).toBe('open limit 111500000 111500000');
  expect((await verifyShard(database.pool, 0)).shown).toEqual([]);
  await database.pool.query(`update orders set limit_price = 1 where id = $1`, [limited.order]);
  expect((await verifyShard(database.pool, 0)).shown).toContainEqual(expect.stringContaining('limit_price'));
  await next.host.stop();
});
