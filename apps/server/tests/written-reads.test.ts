import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('answers an order while the tables are held, and its list only with the order', async () => {
  const eurusd = await server.instrument('EURUSD');
  const { token } = await server.demo();
  const list = async () => (await server.call('myDeal', { status: 1, page: 1 }, { token })).envelope;
  expect((await list()).data.total).toBe(0);
  const holder = new Client({ connectionString: server.databaseUrl });
  await holder.connect();
  // A failed test drops the database under it.
  holder.on('error', () => undefined);
  // Holds writes of the orders, but no reads.
  await holder.query('begin; lock table orders in share mode');
  const placed = await whenQuoted(() => server.call('submit', marketOrder(eurusd), { token }));
  expect(placed.envelope.reason).toBe('ok');
  let isListed = false;
  const listed = list().finally(() => (isListed = true));
  const { rows } = await holder.query('select 1 from orders limit 1');
  expect(rows).toEqual([]);
  expect(isListed).toBe(false);
  await holder.end();
  expect((await listed).data).toMatchObject({ total: 1, data: [{ Id: placed.envelope.data.order.Id }] });
});
