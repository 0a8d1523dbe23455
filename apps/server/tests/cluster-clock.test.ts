import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningServer } from '../src/composition/server.ts';
import { type MachineClocks, machineClocks } from '../src/platform/clock.ts';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { hasNats } from './support/nats.ts';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { marketOrder } from './support/order-calls.ts';
import { prolongRoleLeases } from './support/role-leases.ts';
import { type TestServer, clientOf } from './support/server.ts';

const SOON = { timeout: 90_000, interval: 50 };
const JUMP_MS = 300_000;
const AGAIN: ReadonlySet<string> = new Set(['not_ready', 'overloaded']);

/** The clock of the staff's sessions. */
const clock = { time: Date.now() };
/** The jump of the machine with market and shards. */
let jump = 0;
const clocks: MachineClocks = {
  wall: () => Date.now() + jump,
  monotonic: () => performance.now(),
  uptime: () => performance.now(),
};
let installation: TestInstallation;
let dealing: RunningServer;
let house: Omit<TestServer, 'stop' | 'databaseUrl'>;
let office: TestOffice;
let token: string;

beforeAll(async () => {
  if (!hasNats) return;
  installation = await startInstallation({ FAIRLOT_SESSIONS: 'always' });
  await prolongRoleLeases(installation.databaseUrl);
  const [one, other] = await Promise.all([
    installation.start('dealing', { FAIRLOT_ROLES: 'market,trading' }, { clocks }),
    installation.start('house', { FAIRLOT_ROLES: 'web,worker' }, { clock: () => clock.time, clocks: machineClocks }),
  ]);
  dealing = one;
  house = clientOf(other.url, AGAIN);
  const { databaseUrl } = installation;
  office = await openTestOffice({ ...house, setUpUrl: other.setUpUrl, databaseUrl, stop: () => other.stop() }, clock);
  token = (await house.demo()).token;
});
afterAll(() => installation?.stop());

const health = async () => (await office.administrator.call('officeHealth')).envelope.data;
const accept = async () => (await office.administrator.call('officeAcceptClock')).envelope.reason;
const listed = async () => (await house.call('tradeList', { searchCurrency: 'BTCUSD' })).envelope.data[0];
const buy = async () =>
  (await house.call('submit', marketOrder((await listed())?.Id ?? 0, { multiple: 10 }), { token })).envelope.reason;

it.runIf(hasNats)(
  'the office shows the jump of the clock of another machine, which stops dealing, and accepts it there',
  async () => {
    await vi.waitUntil(async () => (await buy()) === 'ok', SOON);
    expect(await accept()).toBe('record_changed');
    jump = JUMP_MS;
    const { raw } = clientOf(dealing.url);
    await vi.waitUntil(async () => Math.round(((await health()).clock_off_ms ?? 0) / 1000) === JUMP_MS / 1000, SOON);
    await vi.waitUntil(async () => (await buy()) === 'price_in_doubt', SOON);
    expect((await raw('/metrics')).text).toMatch(/^fairlot_clock_off_ms (?:299|300)\d{3}$/m);
    expect(JSON.parse((await raw('/readyz')).text)).toMatchObject({ warnings: [expect.stringContaining('clock')] });
    expect(await accept()).toBe('ok');
    await vi.waitUntil(async () => (await health()).clock_off_ms === null, SOON);
    await vi.waitUntil(async () => (await buy()) === 'ok', SOON);
  },
);
