import { money, price } from '@fairlot/domain';
import type { EndedTrade } from '@fairlot/engine';
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

const findings = async () => (await verifyShard(database.pool, 0)).shown;

it('corrected fills survive a recovery, go on from the price that stands, and are verified', async () => {
  const first = await startTestHost(database);
  await first.host.submit(openAccount(1));
  const [placed, other] = [await first.host.submit(buy(1, 'one')), await first.host.submit(buy(1, 'two'))];
  if (!placed.ok || !other.ok || placed.order === undefined || other.order === undefined) throw new Error('not placed');
  await first.host.submit({ type: 'closePosition', account: 1, key: 'close', order: placed.order });
  const { rows: orders } = await database.pool.query<Record<'price' | 'close_price' | 'profit' | 'lots', bigint>>(
    'select price, close_price, profit, lots from orders where id = $1',
    [placed.order],
  );
  const [row] = orders;
  if (row === undefined) throw new Error('not stored');
  const ended = {
    instrument: EURUSD.id,
    side: 'buy',
    lots: row.lots,
    open: row.price,
    close: row.close_price,
    profit: row.profit,
  } as EndedTrade;
  const correction = {
    type: 'correctFill',
    account: 1,
    order: placed.order,
    fill: 'close',
    price: price('1.10050'),
    ended,
    staff: 3,
    memo: 'a "wrong" price',
  } as const;
  expect(await first.host.submit({ ...correction, key: 'c:1' })).toEqual({ ok: true });
  const open = { ...correction, order: other.order, fill: 'open', price: price('1.09990'), ended: undefined } as const;
  expect(await first.host.submit({ ...open, key: 'c:2' })).toEqual({ ok: true });
  expect(await findings()).toEqual([]);
  await first.host.stop();

  const second = await startTestHost(database);
  // The same deed again, after the crash that its answer may have been lost in.
  expect(await second.host.submit({ ...correction, key: 'c:1' })).toEqual({ ok: true });
  expect(await second.host.submit({ ...correction, key: 'c:3' })).toEqual({ ok: false, reason: 'fill_price_stands' });
  expect(await second.host.submit({ ...correction, price: price('1.10020'), key: 'c:4' })).toEqual({ ok: true });
  const { rows } = await database.pool.query<Record<string, bigint | string | number>>(
    `select number, fill, from_price, price, difference, amount, reason from fill_corrections where order_id = $1 order by number`,
    [placed.order],
  );
  const lots = row.lots / 100n;
  expect(rows).toEqual([
    expect.objectContaining({ number: 1, from_price: price('1.10000'), amount: (money('50') * lots) / 100n }),
    expect.objectContaining({ number: 2, from_price: price('1.10050'), amount: (money('-30') * lots) / 100n }),
  ]);
  // The fill is what it was.
  const { rows: after } = await database.pool.query(
    'select price, close_price, profit, lots from orders where id = $1',
    [placed.order],
  );
  expect(after).toEqual(orders);
  expect(await findings()).toEqual([]);

  await database.pool.query('update fill_corrections set amount = amount + 1 where number = 2');
  expect(await findings()).toEqual([expect.stringContaining(`correction 2 of order ${placed.order}`)]);
  await database.pool.query(
    'update fill_corrections set amount = amount - 1, close_price = close_price + 1 where number = 2',
  );
  expect((await findings()).some((text) => text.startsWith('corrected fills are'))).toBe(true);
  await database.pool.query('update fill_corrections set close_price = close_price - 1 where number = 2');
  await database.pool.query('delete from fill_corrections where number = 1 and order_id = $1', [placed.order]);
  expect(await findings()).toEqual(
    expect.arrayContaining([expect.stringContaining('missing'), expect.stringContaining('2 corrected fills')]),
  );
  await second.host.stop();
});

it('a correction of a trade that never was, or of another account, is found by the verification', async () => {
  const { host } = await startTestHost(database);
  await host.submit(openAccount(2));
  const made = {
    type: 'correctFill',
    account: 2,
    order: 1,
    fill: 'close',
    price: price('1.10050'),
    ended: {
      instrument: EURUSD.id,
      side: 'buy',
      lots: 100n,
      open: price('1.10000'),
      close: price('1.10000'),
      profit: 0n,
    } as unknown as EndedTrade,
    staff: 3,
    memo: 'made up',
    key: 'made',
  } as const;
  await host.submit(made);
  const found = await findings();
  expect(found.some((text) => text.includes('is not one of account 2'))).toBe(true);
  expect(found.some((text) => text.includes('the command names'))).toBe(true);
  await host.stop();
});
