import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { marketOrder } from './support/order-calls.ts';
import { query } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const ORDERS = 1_000;
/** Requests on their way at a time. */
const AT_ONCE = 50;

/** Rows of accounts. Rollovers, which may begin at any time, have none. */
const rowsOf = (server: TestServer) =>
  query<{ rows: string; keys: string }>(
    server,
    'select (select count(*) from journal where account is not null)::text as rows, (select coalesce(sum(stamp), 0) from key_marks)::text as keys',
  );

it('journals none of 1,000 orders that no market and no account could take', async () => {
  const server = await startTestServer();
  const eurusd = await server.instrument('EURUSD');
  const { token } = await server.demo();
  const malformed = [
    { cont: '0.015' },
    { cont: '0' },
    { cont: '999999' },
    { multiple: 7 },
    { status: 0, target_price: '0.5000001' },
    { stop_loss_price: '0.5000001' },
    { forex_id: 999_999 },
  ];
  const before = await rowsOf(server);
  const reasons = new Map<string, number>();
  const key = randomUUID();
  for (let sent = 0; sent < ORDERS; sent += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const input = marketOrder(eurusd, malformed[(sent + index) % malformed.length]);
        const { envelope } = await server.call('submit', input, { token, key: index === 0 ? key : randomUUID() });
        reasons.set(envelope.reason, (reasons.get(envelope.reason) ?? 0) + 1);
      }),
    );
  }
  expect([...reasons.keys()].sort()).toEqual([
    'leverage_not_listed',
    'lots_above_maximum',
    'lots_below_minimum',
    'lots_off_step',
    'price_off_grid',
    'unknown_instrument',
  ]);
  expect([...reasons.values()].reduce((sum, count) => sum + count, 0)).toBe(ORDERS);
  expect(await rowsOf(server)).toEqual(before);
  // The key of a refused order is still unused, and a refusal by the market is journalled as before.
  expect((await server.call('submit', marketOrder(eurusd), { token, key })).envelope.reason).toBe('ok');
  const refused = await server.call('submit', marketOrder(eurusd, { status: 0, target_price: '99' }), { token });
  expect(refused.envelope.reason).toBe('price_out_of_range');
  expect(Number((await rowsOf(server))[0]?.rows)).toBe(Number(before[0]?.rows) + 2);
  await server.stop();
});

it('counts them against the limits of the address like other orders', async () => {
  // The clock stands still, because on a slow machine time would allow further calls.
  const began = Date.now();
  const strict = await startTestServer({ FAIRLOT_DEMO_COMMANDS_PER_MINUTE: '3' }, () => began);
  const eurusd = await strict.instrument('EURUSD');
  const { token } = await strict.demo();
  const reasons: string[] = [];
  for (let sent = 0; sent < 4; sent += 1)
    reasons.push((await strict.call('submit', marketOrder(eurusd, { cont: '0.015' }), { token })).envelope.reason);
  expect(reasons).toEqual(['lots_off_step', 'lots_off_step', 'lots_off_step', 'too_many_requests']);
  await strict.stop();
});
