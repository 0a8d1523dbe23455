import { execFileSync } from 'node:child_process';
import { HOUR_MS, MINUTE_MS } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { avoidEndOfTradingDay, clockShift, setMoment } from './moment.ts';

const machineDate = Date;
beforeEach(() => {
  vi.stubEnv('NODE_OPTIONS', '--no-deprecation');
});
afterEach(() => {
  globalThis.Date = machineDate;
  vi.unstubAllEnvs();
});

const inNode = (expression: string): string => execFileSync(process.execPath, ['-p', expression], { encoding: 'utf8' });

it('starts the clocks of this process and of the processes that it starts at a moment', () => {
  vi.stubEnv('FAIRLOT_TEST_MOMENT', '2027-02-28T23:59:00Z');
  const before = clockShift();
  setMoment(MINUTE_MS);
  const moment = machineDate.UTC(2027, 1, 28, 23, 58);
  const near = (time: number): boolean => time >= moment && time < moment + HOUR_MS;
  expect([before, near(Date.now()), near(new Date().getTime())]).toEqual([0, true, true]);
  expect(near(Number(inNode('Date.now()')))).toBe(true);
  expect([new Date(0).toISOString(), new Date(0) instanceof Date, new machineDate() instanceof Date]).toEqual([
    '1970-01-01T00:00:00.000Z',
    true,
    true,
  ]);
  setMoment();
  expect(process.env['NODE_OPTIONS']?.match(/--\S+/g)).toEqual(['--no-deprecation', '--import']);

  vi.stubEnv('FAIRLOT_TEST_MOMENT', '');
  setMoment();
  expect([clockShift(), Math.abs(Date.now() - performance.timeOrigin - performance.now()) < MINUTE_MS]).toEqual([
    0,
    true,
  ]);
});

it('passes over the end of a trading day that is near, and only then', () => {
  for (const [moment, started] of [
    ['2026-11-24T21:50:00Z', '2026-11-24T22:01:00Z'],
    ['2026-11-24T21:30:00Z', '2026-11-24T21:30:00Z'],
  ] as const) {
    vi.stubEnv('FAIRLOT_TEST_MOMENT', moment);
    setMoment();
    avoidEndOfTradingDay();
    const since = Date.now() - Date.parse(started);
    expect([since >= 0, since < 10 * MINUTE_MS], `${moment}: ${String(since)} ms`).toEqual([true, true]);
  }
});
