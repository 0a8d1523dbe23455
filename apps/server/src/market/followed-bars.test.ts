import { MINUTE_MS, asPrice } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BarStore } from './bar-store.ts';
import { BarRepair } from './followed-bars.ts';
import { LiveBars } from './live-bars.ts';

const START = Date.UTC(2026, 10, 23, 12);

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

it('gaps one after the other do not put the repair off, and the last of them is repaired too', async () => {
  const repaired: number[] = [];
  const repair = new BarRepair(
    () => Date.now(),
    () => Promise.resolve(void repaired.push(Date.now() - START)),
    (error) => expect.unreachable(String(error)),
  );
  repair.start();
  for (let second = 0; second < 90; second += 10) {
    repair.note(Date.now());
    await vi.advanceTimersByTimeAsync(10_000);
  }
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(repaired).toEqual([MINUTE_MS + 4_000, 2 * MINUTE_MS + 4_000]);
  await repair.stop();
});

it('the last minute is repaired also while no other one has begun', async () => {
  const quote = { instrument: 1, time: START, bid: asPrice(100n), ask: asPrice(100n) };
  const prices = { open: asPrice(100n), high: asPrice(120n), low: asPrice(90n), close: asPrice(110n) };
  const stored = { time: START, bid: prices, ask: prices, volume: 3 };
  const store = {
    read: (_: number, period: string) => Promise.resolve(period === '1min' ? [stored] : []),
    write: () => Promise.resolve(),
  } as unknown as BarStore;
  const bars = new LiveBars([1], store, () => Date.now(), true);
  bars.take(quote);
  await bars.rejoin(1, () => Promise.resolve());
  expect(bars.minute(1)).toEqual(stored);
  // A minute with quotes that are not written yet stays.
  for (let count = 0; count < 2; count += 1) bars.take(quote);
  await bars.rejoin(1, () => Promise.resolve());
  expect(bars.minute(1)).toMatchObject({ volume: 5 });
});
