import { ZERO, lots, money, price } from '@fairlot/domain';
import type { CorrectFill, EndedTrade } from '@fairlot/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { readCoverLeft } from '../src/trading/cover-left.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { EURUSD, startTestHost } from './support/test-host.ts';

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
const left = (order: number) => readCoverLeft(database.kysely, order);

it('orders that one quote stopped out share the cover, and the verification finds one that is named twice', async () => {
  const market = await startTestHost(database);
  const { host, clock } = market;
  await host.submit({ type: 'openAccount', kind: 'real', account: 1, key: 'open' });
  await host.submit({ type: 'deposit', account: 1, key: 'fund', amount: money('1000'), reference: 1 });
  for (const key of ['one', 'two'])
    await host.submit({
      type: 'placeOrder',
      account: 1,
      key,
      instrument: EURUSD.id,
      side: 'buy',
      lots: lots('0.2'),
      leverage: 100,
      stopLoss: price('1.09000'),
    });
  clock.time += 1000;
  market.quote('1.00000', '1.00010');
  // The answer comes after the commit of the rows ahead of it.
  await host.submit({ type: 'deposit', account: 1, key: 'later', amount: money('1'), reference: 2 });
  const { rows: orders } = await database.pool.query<Record<'id' | 'price' | 'close_price' | 'profit', bigint>>(
    `select id, price, close_price, profit from orders where status = 'closed' order by id`,
  );
  const { rows: covers } = await database.pool.query<{ amount: bigint }>(
    'select amount from transfers where kind = 11',
  );
  expect(orders).toMatchObject([{ profit: money('-2002') }, { profit: money('-2002') }]);
  const [one, two] = orders.map(({ id, ...row }) => ({
    order: Number(id),
    ended: {
      instrument: EURUSD.id,
      side: 'buy',
      lots: lots('0.2'),
      open: row.price,
      close: row.close_price,
      profit: row.profit,
    } as EndedTrade,
  }));
  const cover = covers[0]?.amount;
  if (one === undefined || two === undefined || cover === undefined) throw new Error('not covered');
  expect([await left(one.order), await left(two.order)]).toEqual([cover, cover]);

  let count = 0;
  const correct = async ({ order, ended }: typeof one, to: string, covered: EndedTrade['covered']) => {
    count += 1;
    clock.time += 1000;
    const base = { type: 'correctFill', account: 1, order, fill: 'close', price: price(to) } as const;
    const command: Omit<CorrectFill, 'time'> = {
      ...base,
      ended: { ...ended, covered },
      staff: 3,
      memo: 'a wrong price',
      key: `c:${count}`,
    };
    expect(await host.submit(command)).toEqual({ ok: true });
    const { rows } = await database.pool.query<{ amount: bigint; waived: bigint }>(
      'select amount, waived from fill_corrections order by time desc limit 1',
    );
    return rows[0];
  };
  expect(await correct(one, '1.10000', await left(one.order))).toEqual({ amount: ZERO, waived: ZERO });
  expect(cover - (await left(two.order))).toBe(money('2000'));
  const open = await left(two.order);
  // Together as if both had closed at 1.10000: the deposit less fees and the spread of 4 dollars.
  expect(await correct(two, '1.10000', open)).toEqual({ amount: money('2000') - open, waived: ZERO });
  expect(money('2000') - open).toBe(money('1000') - money('4') - (await fees()));
  expect(await left(one.order)).toBe(ZERO);
  expect(await findings()).toEqual([]);

  await correct(two, '1.10010', money('1'));
  expect(await findings()).toEqual([expect.stringContaining(`0 is left of the cover of order ${two.order}`)]);
  await host.stop();
});

/** The fees that were charged. */
async function fees(): Promise<bigint> {
  const { rows } = await database.pool.query<{ sum: bigint }>(
    'select sum(amount)::bigint as sum from transfers where kind = 4',
  );
  return rows[0]?.sum ?? 0n;
}
