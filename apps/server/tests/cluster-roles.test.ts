import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withClient } from '../src/db/client.ts';
import type { RunningServer } from '../src/composition/server.ts';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { hasNats } from './support/nats.ts';
import { marketOrder } from './support/order-calls.ts';
import { prolongRoleLeases } from './support/role-leases.ts';
import { clientOf } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

type Client = ReturnType<typeof clientOf>;
const WAIT = { timeout: 60_000, interval: 50 };
/** Refusals that tell a client to try again under its key, as during a takeover or after a stall. */
const AGAIN: ReadonlySet<string> = new Set(['not_ready', 'overloaded']);
/** Refusals for want of a price, as while the market is not heard. They are outcomes, which their keys keep. */
const PRICELESS: ReadonlySet<string> = new Set([
  'market_data_missing',
  'market_data_stale',
  'price_in_doubt',
  'no_price_source',
]);

let installation: TestInstallation;
let market: RunningServer;
let trading: RunningServer;
let house: Client;
let one: Client;
let other: Client;

beforeAll(async () => {
  if (!hasNats) return;
  installation = await startInstallation({ FAIRLOT_REAL_SHARDS: '2' });
  await prolongRoleLeases(installation.databaseUrl);
  const started = await Promise.all([
    installation.start('market', { FAIRLOT_ROLES: 'market' }),
    installation.start('trading', { FAIRLOT_ROLES: 'trading' }),
    installation.start('house', { FAIRLOT_ROLES: 'web,worker' }),
    installation.start('one', { FAIRLOT_ROLES: 'gateway' }),
    installation.start('other', { FAIRLOT_ROLES: 'gateway' }),
  ]);
  [market, trading] = started;
  const [, , ...clients] = started.map(({ url }) => clientOf(url, AGAIN));
  [house, one, other] = clients as [Client, Client, Client];
});
afterAll(() => installation?.stop());

/** Buys at a gateway. Each attempt has a key of its own, and the same attempts once more end at the same order. */
async function buy(at: Client, token: string, key: string) {
  const id = await at.instrument('EURUSD');
  for (let attempt = 1; ; attempt += 1) {
    const { envelope } = await at.call('submit', marketOrder(id), { token, key: `${key}-${attempt}` });
    if (!PRICELESS.has(envelope.reason)) return envelope;
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** True if a message names an order. */
const holds = (message: object, order: number): boolean => JSON.stringify(message).includes(`"Id":${order}`);

const positions = async (at: Client, token: string): Promise<readonly number[]> => {
  const { data } = (await at.call('myDeal', { status: 1, page: 1 }, { token })).envelope;
  return data.data.map(({ Id }) => Id);
};

it.skipIf(!hasNats)('shows an account alike at every gateway and at the house, and keeps keys of all', async () => {
  const { token } = await one.demo();
  const placed = await buy(one, token, 'bought-at-one-gateway');
  expect(placed.reason).toBe('ok');
  for (const each of [one, other, house])
    await vi.waitFor(async () => expect(await positions(each, token)).toEqual([placed.data.order.Id]), WAIT);
  const repeated = await buy(other, token, 'bought-at-one-gateway');
  expect(repeated.data.order.Id).toBe(placed.data.order.Id);
  expect((await other.call('logout', {}, { token })).envelope.reason).toBe('ok');
  await vi.waitFor(
    async () =>
      expect((await one.call('myDeal', { status: 1, page: 1 }, { token })).envelope.reason).toBe('session_invalid'),
    WAIT,
  );
});

it.skipIf(!hasNats)('sends quotes and account events to the sockets of any gateway', async () => {
  const { token } = await one.demo();
  const socket = await TestSocket.open(other.url);
  await socket.ask({ type: 'login', token }, 'login_result');
  await socket.ask({ type: 'subscribe', topic: 'FOREX_TRADE' }, 'snapshot');
  await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot');
  await socket.next(({ type, topic }) => type === 'update' && topic === 'DAY_MARKET');
  const placed = await buy(one, token, 'seen-by-a-socket');
  await socket.next((message) => message.topic === 'FOREX_TRADE' && holds(message, placed.data.order.Id));
  socket.close();
});

it.skipIf(!hasNats)('counts the sockets of gateways and of the house in the directory', async () => {
  const listed = await withClient({ connectionString: installation.databaseUrl }, async (database) => {
    const socket = await TestSocket.open(house.url);
    const { token } = await house.demo();
    await socket.ask({ type: 'login', token }, 'login_result');
    try {
      return await vi.waitFor(async () => {
        const { rows } = await database.query<{ name: string; sockets: string | null }>(
          `select name, state->>'sockets' as sockets from processes order by name`,
        );
        const found = Object.fromEntries(rows.map(({ name, sockets }) => [name, sockets]));
        expect(found['house']).toBe('1');
        return found;
      }, WAIT);
    } finally {
      socket.close();
    }
  });
  expect(listed).toMatchObject({ market: null, trading: null });
  expect(Number(listed['one'])).toBeGreaterThanOrEqual(0);
  expect(listed['one']).not.toBeNull();
});

it.skipIf(!hasNats)('goes on with a standby of the shards, and without the house', async () => {
  const { token } = await one.demo();
  await installation.start('standby', { FAIRLOT_ROLES: 'trading' });
  const before = await buy(one, token, 'before-the-move');
  await trading.stop();
  const after = await buy(other, token, 'after-the-move');
  expect(after.reason).toBe('ok');
  await vi.waitFor(
    async () =>
      expect((await positions(one, token)).toSorted((left, right) => left - right)).toEqual([
        before.data.order.Id,
        after.data.order.Id,
      ]),
    WAIT,
  );
});

it.skipIf(!hasNats)('goes on with the quotes of a standby of the market', async () => {
  await installation.start('second market', { FAIRLOT_ROLES: 'market' });
  await market.stop();
  const { token } = await one.demo();
  expect((await buy(other, token, 'at-the-second-market')).reason).toBe('ok');
});
