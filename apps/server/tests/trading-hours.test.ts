import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('instruments tell when their market is open in the next seven days', async () => {
  const { From, To, Spans } = (await server.call('tradingHours', { forex_id: 1 })).envelope.data;
  expect(To - From).toBe(7 * 24 * 3_600_000);
  // A simulated market never closes.
  expect(Spans).toEqual([{ From, To }]);
  expect((await server.call('tradingHours', { forex_id: 12_345 })).envelope.reason).toBe('unknown_instrument');
});
