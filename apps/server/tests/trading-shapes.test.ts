import type { Applied, Command } from '@fairlot/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { RecentOrders } from '../src/features/orders/recent-orders.ts';
import { createTestDatabase } from './support/database.ts';
import { haveOneShape } from './support/shapes.ts';
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

it('commands of one kind, their rows, events and orders have one shape each', async () => {
  const { host } = await startTestHost(database);
  const rows: Applied[] = [];
  const recent = new RecentOrders();
  host.onJournalled((committed) => {
    rows.push(...committed);
    recent.onCommitted(committed);
  });
  await host.submit(openAccount(1));
  for (let number = 0; number < 60; number += 1) {
    const placed = await host.submit(buy(1, `open ${number}`));
    if (!placed.ok || placed.order === undefined) throw new Error('not placed');
    if (number >= 30)
      await host.submit({ type: 'closePosition', account: 1, key: `close ${number}`, order: placed.order });
  }
  await host.written();

  const lastTwo = (type: Command['type']): readonly (readonly object[])[] =>
    rows
      .filter(({ command }) => command.type === type)
      .slice(-2)
      .map((row) => [row, row.command, ...row.events]);
  for (const type of ['placeOrder', 'closePosition'] as const) {
    const [before = [], last = []] = lastTwo(type);
    expect(last.length).toBeGreaterThan(2);
    expect(last.map((each, index) => haveOneShape(each, before[index] ?? {}))).toEqual(last.map(() => true));
  }
  const orders = rows
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.type === 'positionOpened' ? [event.order] : []));
  const views = orders.map((id) => recent.get(id) ?? {});
  expect(views).toEqual(views.map(() => expect.objectContaining({ side: 'buy' })));
  const [first = {}, second = {}] = views.slice(28);
  const [beforeLast = {}, last = {}] = views.slice(-2);
  expect([haveOneShape(first, second), haveOneShape(beforeLast, last)]).toEqual([true, true]);
  await host.stop();
});
