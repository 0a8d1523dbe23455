import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { hasNats } from './support/nats.ts';
import { prolongRoleLeases } from './support/role-leases.ts';
import { clientOf } from './support/server.ts';

type Client = ReturnType<typeof clientOf>;
type Try = (at: Client, token: string) => Promise<string>;
/** A machine that stands still lets budgets refill; another account is tried then. */
const WAIT = { timeout: 90_000, interval: 50 };
/** Refusals that tell a client to try again under its key. */
const AGAIN: ReadonlySet<string> = new Set(['not_ready', 'overloaded']);
const ORDERS_PER_SECOND = 2;
const ORDERS_AT_ONCE = 3 * ORDERS_PER_SECOND;

let installation: TestInstallation;
let one: Client;
let other: Client;

beforeAll(async () => {
  if (!hasNats) return;
  installation = await startInstallation({ FAIRLOT_ORDERS_PER_SECOND: String(ORDERS_PER_SECOND) });
  await prolongRoleLeases(installation.databaseUrl);
  const [, , , ...gateways] = await Promise.all([
    installation.start('market', { FAIRLOT_ROLES: 'market' }),
    installation.start('trading', { FAIRLOT_ROLES: 'trading' }),
    installation.start('house', { FAIRLOT_ROLES: 'web,worker' }),
    installation.start('one', { FAIRLOT_ROLES: 'gateway' }),
    installation.start('other', { FAIRLOT_ROLES: 'gateway' }),
  ]);
  [one, other] = gateways.map(({ url }) => clientOf(url, AGAIN)) as [Client, Client];
});
afterAll(() => installation?.stop());

/** Takes an order of the account, and is refused for what it lacks. */
const order: Try = async (at, token) => (await at.call('cancelTrade', {}, { token })).envelope.reason;
/** The same for a call that gateways forward to the house. */
const forwarded: Try = async (at, token) => (await at.call('alertRemove', {}, { token })).envelope.reason;

/** The number of tries until the budget refuses one. */
async function allowed(at: Client, token: string, attempt: Try): Promise<number> {
  for (let count = 0; ; count += 1) if ((await attempt(at, token)) === 'too_many_requests') return count;
}

it.skipIf(!hasNats)('counts the orders of an account at all gateways together', async () => {
  await vi.waitFor(async () => {
    const { token } = await one.demo();
    expect(await allowed(one, token, order)).toBeGreaterThanOrEqual(ORDERS_AT_ONCE);
    expect(await allowed(other, token, order)).toBeLessThan(ORDERS_AT_ONCE);
  }, WAIT);
});

it.skipIf(!hasNats)('charges a forwarded call once, and tells the gateways of it', async () => {
  await vi.waitFor(async () => {
    const { token } = await one.demo();
    const first: string[] = [];
    for (let sent = 0; sent < ORDERS_AT_ONCE; sent += 1) first.push(await forwarded(one, token));
    expect(first).not.toContain('too_many_requests');
    expect(await allowed(one, token, forwarded)).toBeLessThan(ORDERS_AT_ONCE);
    expect(await allowed(one, token, order)).toBeLessThan(ORDERS_AT_ONCE);
  }, WAIT);
});
