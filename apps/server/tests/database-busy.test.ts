import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type TestServer, startTestServer } from './support/server.ts';
import { whileLocked } from './support/locked-tables.ts';

let server: TestServer;

/** Repeats a call while it is refused because the machine is slow: it waits for no locked table. */
async function answered<Answer extends { readonly envelope: { readonly reason: string } }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  return await vi.waitUntil(
    async () => {
      const answer = await call();
      return answer.envelope.reason === 'overloaded' ? undefined : answer;
    },
    { timeout: 120_000, interval: 50 },
  );
}

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
  const { token } = (await answered(() => server.call('createDemo'))).envelope.data;
  const listed = (await answered(() => server.call('tradeList'))).envelope.data;
  const id = listed.find(({ Code }) => Code === 'EURUSD')?.Id ?? 0;
  await whileLocked(server, 'ranking_listings, trade_days', async () => {
    const reads = [1, 2, 3].flatMap(() => [
      server.call('followMine', {}, { token }),
      server.call('statement', { period: 'all' }, { token }),
    ]);
    const order = await whenQuoted(() => answered(() => server.call('submit', marketOrder(id), { token })));
    expect(order.envelope.reason).toBe('ok');
    await expect.poll(async () => (await server.raw('/readyz')).status).toBe(200);
    for (const answer of await Promise.all(reads)) {
      expect(answer.status).toBe(503);
      expect(answer.envelope).toMatchObject({ reason: 'overloaded', data: null });
      expect(answer.envelope.msg).not.toBe('');
    }
  });
  expect((await answered(() => server.call('followMine', {}, { token }))).envelope.reason).toBe('ok');
  expect((await answered(() => server.call('statement', { period: 'all' }, { token }))).envelope.reason).toBe('ok');
});
