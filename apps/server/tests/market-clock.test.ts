import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MachineClocks } from '../src/platform/clock.ts';
import { AGREED_MS } from '../src/platform/steady-clock.ts';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { marketOrder } from './support/order-calls.ts';
import { query } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

const MONTH_MS = 30 * 86_400_000;
const SOON = { timeout: 120_000, interval: 50 };

/**
 * Time that passes moves all clocks of the machine; a jump moves the wall clock alone. Sessions keep a clock that does
 * not jump, so that the test stays signed in.
 */
const clock = { time: Date.now(), jump: 0 };
const clocks: MachineClocks = {
  wall: () => clock.time + clock.jump,
  monotonic: () => clock.time,
  uptime: () => clock.time,
};
let server: TestServer;
let office: TestOffice;
let token = '';

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' }, () => clock.time, clocks);
  office = await openTestOffice(server, clock);
  token = (await server.demo()).token;
});
afterAll(() => server.stop());

const listed = async () => (await server.call('tradeList', { searchCurrency: 'BTCUSD' })).envelope.data[0];
const health = async () => (await office.administrator.call('officeHealth')).envelope.data;
const readiness = async () => JSON.parse((await server.raw('/readyz')).text) as { status: string; warnings?: string[] };
const buy = async () =>
  (await server.call('submit', marketOrder((await listed())?.Id ?? 0, { multiple: 10 }), { token })).envelope;
/** Waits until the market has quoted after the given time. */
const quotedAfter = (time: number) =>
  vi.waitUntil(async () => ((await listed())?.ForexQuotations?.Time ?? 0) > time, SOON);

/** Lets time pass in steps, so that the clock is read in between. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    clock.time += Math.min(left, 1_000);
    await health();
  }
}

describe('a clock that jumps', () => {
  it('for a second: dealing is suspended with the reason, market time goes on, and nothing of the future is left', async () => {
    await vi.waitUntil(async () => (await buy()).reason === 'ok', SOON);
    const before = clock.time;
    const socket = await TestSocket.open(server.url);
    await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot');
    clock.jump = MONTH_MS;
    const told = await socket.next(
      ({ type, data }) => type === 'update' && JSON.stringify(data).includes('"Doubt":"clock"'),
    );
    expect(told.topic).toBe('DAY_MARKET');
    expect((await listed())?.Doubt).toBe('clock');
    expect((await health()).clock_off_ms).toBe(MONTH_MS);
    expect(await readiness()).toMatchObject({ status: 'ready', warnings: [expect.stringContaining('clock')] });
    expect((await server.raw('/metrics')).text).toContain(`fairlot_clock_off_ms ${MONTH_MS}`);
    await pass(1_000);
    clock.jump = 0;
    await pass(AGREED_MS + 2_000);
    await socket.next(({ type, data }) => type === 'update' && JSON.stringify(data).includes('"Doubt":null'));
    socket.socket.close();
    expect(await health()).toMatchObject({ clock_off_ms: null });
    expect(await readiness()).toEqual({ status: 'ready' });
    await quotedAfter(before);
    await vi.waitUntil(async () => (await buy()).reason === 'ok', SOON);
    const [ends] = await query<{ bars: string; rows: string; swaps: string }>(
      server,
      'select (select max(time) from candles) as bars, (select max(time) from journal) as rows, (select count(*) from swap_runs) as swaps',
    );
    expect(Number(ends?.bars)).toBeLessThanOrEqual(clock.time);
    expect(Number(ends?.rows)).toBeLessThanOrEqual(clock.time);
    expect(ends?.swaps).toBe('0');
  });

  it.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('%s for good: an administrator accepts it, and the market goes on at once from there', async (_, jump) => {
    const { administrator } = office;
    expect((await administrator.call('officeAcceptClock')).envelope.reason).toBe('record_changed');
    const before = (await listed())?.ForexQuotations?.Time ?? 0;
    clock.jump += jump;
    await vi.waitUntil(async () => (await listed())?.Doubt === 'clock', SOON);
    await pass(AGREED_MS * 3);
    expect((await health()).clock_off_ms).toBe(jump);
    expect((await administrator.call('officeAcceptClock')).envelope.reason).toBe('ok');
    expect((await health()).clock_off_ms).toBeNull();
    // After a jump forward time is the clock's; after a jump back it goes on from where it was.
    const from = Math.max(before, jump > 0 ? clock.time + clock.jump : 0);
    await vi.waitUntil(async () => {
      clock.time += 200;
      const at = (await listed())?.ForexQuotations?.Time ?? 0;
      return at > from && at <= from + 120_000 && (await buy()).reason === 'ok';
    }, SOON);
  });
});
