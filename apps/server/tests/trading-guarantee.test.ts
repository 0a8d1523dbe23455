import { price } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, buy, openAccount, startTestHost } from './support/test-host.ts';

const testDatabase = await createTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const PREMIUM = price('0.00010');
const LEVEL = price('1.09000');

it('stores a guaranteed stop, recovers it, fills it at its level in a gap, and verifies', async () => {
  const first = await startTestHost(database);
  const guarantee = { premium: PREMIUM, distance: price('0.00050') };
  await first.host.submit({
    type: 'defineGroup',
    group: { id: 2, terms: [{ instrument: EURUSD.id, guarantee }] },
  });
  await first.host.submit(openAccount(1));
  const placed = await first.host.submit({ ...buy(1, 'placed'), stopLoss: LEVEL, guaranteed: true });
  const moved = await first.host.submit(buy(1, 'plain'));
  if (!placed.ok || !moved.ok || placed.order === undefined || moved.order === undefined)
    throw new Error(`not placed: ${JSON.stringify([placed, moved])}`);
  expect(
    await first.host.submit({
      type: 'setStops',
      account: 1,
      key: 'moved',
      order: moved.order,
      stopLoss: price('1.08000'),
      guaranteed: true,
    }),
  ).toEqual({ ok: true });
  await first.host.stop();

  const second = await startTestHost(database);
  expect(second.host.account(1)).toMatchObject({
    positions: [
      { order: { premium: PREMIUM, stopLoss: LEVEL } },
      { order: { premium: PREMIUM, stopLoss: price('1.08000') } },
    ],
  });
  second.quote('1.00000', '1.00010');
  // A command after the quote is committed after its rows.
  await second.host.submit(openAccount(2));
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select o.close_price, o.reason, o.guarantee_premium, o.guarantee, t.amount, t.credit_account from orders o
       join transfers t on t.reference = o.id and t.kind = 15 where o.id = any($1) order by o.id`,
    [[placed.order, moved.order]],
  );
  expect(rows).toMatchObject([
    { close_price: LEVEL, reason: 'stop_loss', guarantee_premium: PREMIUM, guarantee: { marketPrice: '100000000' } },
    { close_price: price('1.08000'), reason: 'stop_loss', guarantee_premium: PREMIUM },
  ]);
  for (const row of rows)
    expect((row as { guarantee: { premium: string } }).guarantee.premium).toBe(String(row['amount']));
  expect((await verifyShard(database.pool, 0)).shown).toEqual([]);
  await second.host.stop();
});
