import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';
import { whileLocked } from './support/locked-tables.ts';

const ACCOUNTS = 50;
let server: TestServer;
let user: RealUser;
let tokens: readonly string[];
let instrument: number;

beforeAll(async () => {
  server = await startTestServer({
    FAIRLOT_DATABASE_CALL_SESSIONS: '6',
    // No query of this test ends by its time limit.
    FAIRLOT_CALL_TIMEOUT_MS: '600000',
    FAIRLOT_REPORT_TIMEOUT_MS: '600000',
  });
  user = await registerUser(server);
  tokens = await Promise.all(Array.from({ length: ACCOUNTS }, async () => (await server.demo()).token));
  instrument = await server.instrument('EURUSD');
});
afterAll(() => server.stop());

/** Signs in and trades, as people do meanwhile. */
async function useTheHouse(): Promise<void> {
  const signedIn = await server.call('login', { account: user.email, password: user.password });
  expect(signedIn.envelope.reason).toBe('ok');
  const { token } = await server.demo();
  expect((await server.call('userInfo', {}, { token })).envelope.reason).toBe('ok');
  const order = await whenQuoted(() => server.call('submit', marketOrder(instrument), { token }));
  expect(order.envelope.reason).toBe('ok');
}

/** Starts reads that the locked tables keep waiting, uses the house meanwhile, and returns the reasons of the answers. */
async function attack(tables: string, reads: () => Promise<{ envelope: { reason: string } }>[]): Promise<string[]> {
  const answers = await whileLocked(server, tables, async () => {
    const waiting = reads();
    await useTheHouse();
    return waiting;
  });
  return (await Promise.all(answers)).map(({ envelope }) => envelope.reason);
}

describe('sign-in and trading go on while', () => {
  it('fifty accounts ask for statements and ledgers', async () => {
    const reasons = await attack('transfer_days, trade_days', () =>
      tokens.flatMap((token) => [
        server.call('statement', { period: 'all' }, { token }),
        server.call('forexDetail', {}, { token }),
        server.call('forexChange', {}, { token }),
      ]),
    );
    expect(reasons.filter((reason) => reason !== 'ok')).toEqual([]);
  });

  it('one account asks for a hundred, of which the rest is refused', async () => {
    const [token = ''] = tokens;
    const reasons = await attack('transfer_days', () =>
      Array.from({ length: 100 }, () => server.call('forexDetail', {}, { token })),
    );
    expect(reasons.filter((reason) => reason === 'ok')).toHaveLength(9);
    expect(reasons.filter((reason) => reason === 'overloaded')).toHaveLength(91);
  });

  it('visitors read old bars and search companies', async () => {
    const before = Date.now() - 86_400_000;
    const reasons = await attack('candles, companies, news', () =>
      Array.from({ length: 60 }, (_, index) => [
        server.call('kline', { forex_id: instrument, period: '1min', limit: 500, before: before - index }),
        server.call('getCompany', { name: `a${index}` }),
      ]).flat(),
    );
    expect(new Set(reasons)).toEqual(new Set(['ok', 'overloaded']));
  });
});
