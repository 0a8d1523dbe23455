import { afterAll, beforeAll, expect, it } from 'vitest';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type TestServer, startTestServer } from './support/server.ts';
import { whileLocked } from './support/locked-tables.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    FAIRLOT_CALL_TIMEOUT_MS: '500',
    FAIRLOT_REPORT_TIMEOUT_MS: '500',
    FAIRLOT_DATABASE_CALL_SESSIONS: '2',
    FAIRLOT_DATABASE_REPORT_SESSIONS: '1',
  });
});
afterAll(() => server.stop());

it('a read that takes too long is refused as overloaded, and trading goes on meanwhile', async () => {
  const { token } = await server.demo();
  const id = await server.instrument('EURUSD');
  await whileLocked(server, 'ranking_listings, trade_days', async () => {
    const reads = [1, 2, 3].flatMap(() => [
      server.call('followMine', {}, { token }),
      server.call('statement', { period: 'all' }, { token }),
    ]);
    const order = await whenQuoted(() => server.call('submit', marketOrder(id), { token }));
    expect(order.envelope.reason).toBe('ok');
    expect((await server.raw('/readyz')).status).toBe(200);
    for (const answer of await Promise.all(reads)) {
      expect(answer.status).toBe(503);
      expect(answer.envelope).toMatchObject({ reason: 'overloaded', data: null });
      expect(answer.envelope.msg).not.toBe('');
    }
  });
  expect((await server.call('followMine', {}, { token })).envelope.reason).toBe('ok');
  expect((await server.call('statement', { period: 'all' }, { token })).envelope.reason).toBe('ok');
});
