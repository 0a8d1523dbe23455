import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let tokens: readonly string[];

beforeAll(async () => {
  server = await startTestServer(
    { FAIRLOT_NETWORK_BUDGET_PERCENT: '10', FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' },
    () => clock.time,
  );
  // Sessions from as many networks as accounts, so that signing in takes nothing from the network of the attack.
  tokens = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const { envelope } = await server.call('createDemo', {}, { from: `198.51.${index}.1` });
      return envelope.data.token;
    }),
  );
});
afterAll(() => server.stop());

function stored(): Promise<{ n: number }[]> {
  return query<{ n: number }>(server, 'select count(*)::integer as n from support_messages');
}

/** Sends one message of each account, and counts those that are stored. */
async function messagesFrom(addressOf: (index: number) => string): Promise<number> {
  clock.time += 86_400_000;
  const [before] = await stored();
  for (const [index, token] of tokens.entries()) {
    const { envelope } = await server.call('supportSend', { text: 'hello' }, { token, from: addressOf(index) });
    expect(['ok', 'too_many_requests']).toContain(envelope.reason);
  }
  const [after] = await stored();
  return (after?.n ?? 0) - (before?.n ?? 0);
}

describe('many accounts write no more', () => {
  it('from one address', async () => {
    expect(await messagesFrom(() => '203.0.113.7')).toBe(3);
  });

  it('from many addresses of a neighbourhood', async () => {
    expect(await messagesFrom((index) => `203.0.113.${index}`)).toBe(12);
    expect(await messagesFrom((index) => `2001:db8:7:${index.toString(16)}::1`)).toBe(12);
  });

  it('while other networks go on', async () => {
    expect(await messagesFrom((index) => `192.0.${index}.7`)).toBe(40);
  });
});

it('one device opens no session after another with its demo_id', async () => {
  const from = '203.0.112.9';
  const { envelope } = await server.call('createDemo', {}, { from });
  const again = await Promise.all(
    Array.from({ length: 30 }, () => server.call('createDemo', { demo_id: envelope.data.demo_id }, { from })),
  );
  expect(again.filter(({ envelope: { reason } }) => reason === 'ok')).toHaveLength(11);
});

it('the commands of demo accounts are limited by the day', async () => {
  const strict = await startTestServer({ FAIRLOT_DEMO_COMMANDS_PER_DAY: '5', FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const [{ token }, other] = [await strict.demo(), await strict.demo()];
    const close = async (of: string, from: string) =>
      (await strict.call('close', { id: 1 }, { token: of, from })).envelope.reason;
    for (let count = 0; count < 5; count += 1) expect(await close(token, '203.0.113.7')).toBe('unknown_order');
    expect(await close(other.token, '203.0.113.7')).toBe('too_many_requests');
    expect(await close(other.token, '203.0.114.7')).toBe('unknown_order');
  } finally {
    await strict.stop();
  }
});
