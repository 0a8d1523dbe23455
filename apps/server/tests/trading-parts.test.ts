import { lots, price } from '@fairlot/domain';
import type { HostOutcome } from '../src/trading/port.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import { buy, openAccount, startTestHost } from './support/test-host.ts';

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
const part = (order: number, volume: string, key: string) =>
  ({ type: 'closePosition', account: 1, order, lots: lots(volume), key }) as const;

function orderOf(outcome: HostOutcome): number {
  if (!outcome.ok || outcome.order === undefined) throw new Error(`no order: ${JSON.stringify(outcome)}`);
  return outcome.order;
}

const FIGURES = ['lots', 'margin', 'fee', 'swap'] as const;
type Figures = Record<(typeof FIGURES)[number] | 'id', bigint> & { parent_id: bigint | null; status: string };

async function rows(ids: readonly number[]): Promise<Figures[]> {
  const { rows: found } = await database.pool.query<Figures>(
    'select id, parent_id, status, lots, margin, fee, swap from orders where id = any($1) order by id',
    [ids],
  );
  return found;
}

it('stores the parts of a position, which sum to it, through corrections, a restart and the verification', async () => {
  const first = await startTestHost(database);
  await first.host.submit(openAccount(1));
  const order = orderOf(
    await first.host.submit({ ...buy(1, 'placed'), lots: lots('0.37'), trailing: price('0.00200') }),
  );
  const [before] = await rows([order]);
  // Two parts and an order in one batch: the numbers of orders go on after those of parts.
  const [one, two, other] = (
    await Promise.all([
      first.host.submit(part(order, '0.11', 'p1')),
      first.host.submit(part(order, '0.13', 'p2')),
      first.host.submit(buy(1, 'other')),
    ])
  ).map(orderOf);
  expect([one, two, other]).toEqual([order + 1, order + 2, order + 3]);
  const correction = { type: 'correctFill', account: 1, order, fill: 'open', staff: 3, memo: 'a wrong fill' } as const;
  await first.host.submit({ ...correction, price: price('1.09990'), key: 'c1' });
  const three = orderOf(await first.host.submit(part(order, '0.06', 'p3')));
  const parts = await rows([one ?? 0, two ?? 0, three]);
  expect(parts.map(({ parent_id: parent, status }) => [Number(parent), status])).toEqual([
    [order, 'closed'],
    [order, 'closed'],
    [order, 'closed'],
  ]);
  const all = [...parts, ...(await rows([order]))];
  const sums = FIGURES.map((figure) => all.reduce((sum, each) => sum + each[figure], 0n));
  expect(sums).toEqual(FIGURES.map((figure) => before?.[figure]));
  expect(await findings()).toEqual([]);
  await first.host.stop();

  const second = await startTestHost(database);
  // The same key has the same outcome, from the journal.
  expect(orderOf(await second.host.submit(part(order, '0.06', 'p3')))).toBe(three);
  // The correction of the position holds for its part.
  expect(await second.host.submit({ ...correction, price: price('1.09990'), key: 'c2' })).toEqual({
    ok: false,
    reason: 'fill_price_stands',
  });
  expect(await second.host.submit({ ...correction, price: price('1.09980'), key: 'c3' })).toEqual({ ok: true });
  const sold = orderOf(await second.host.submit({ ...buy(1, 'sell'), side: 'sell', lots: lots('0.03') }));
  const both = { type: 'closeByOpposite', account: 1, order, opposite: sold, key: 'by' } as const;
  const closed = await second.host.submit(both);
  expect(closed).toEqual({ ok: true, closed: [sold + 1, sold] });
  const all2 = { type: 'closeAll', account: 1, scope: 'all', key: 'all' } as const;
  expect(await second.host.submit(all2)).toEqual({ ok: true, closed: [order, other] });
  await second.host.stop();

  const third = await startTestHost(database);
  expect(await third.host.submit(both)).toEqual(closed);
  expect(await third.host.submit(all2)).toEqual({ ok: true, closed: [order, other] });
  expect(await findings()).toEqual([]);
  await third.host.stop();

  await database.pool.query('update orders set parent_id = null, margin = margin + 1 where id = $1', [one]);
  const found = await findings();
  expect(found.filter((text) => text.startsWith(`order ${one}:`))).toHaveLength(2);
  await database.pool.query('update orders set parent_id = $2, margin = margin - 1 where id = $1', [one, order]);
  await database.pool.query('update split_corrections set waived = waived + 1');
  expect((await findings()).length).toBeGreaterThan(0);
});
