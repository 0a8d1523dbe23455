import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SampledFigures } from './sampled-figures.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reads at most every ten seconds, and one at a time', async () => {
  let reads = 0;
  const figures = new SampledFigures(() => Promise.resolve((reads += 1)), fail);
  expect(await Promise.all([figures.current(), figures.current()])).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await figures.current()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await figures.current()).toBe(2);
});

it('waits a second for a database that hangs, and leaves out what is older than two minutes', async () => {
  let reads = 0;
  const figures = new SampledFigures(() => {
    reads += 1;
    return reads === 1 ? Promise.resolve('first') : new Promise<string>(() => undefined);
  }, fail);
  await figures.current();
  const scrape = async (): Promise<unknown> => {
    const sample = figures.current();
    await vi.advanceTimersByTimeAsync(1_000);
    return sample;
  };
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await scrape()).toBe('first');
  await vi.advanceTimersByTimeAsync(100_000);
  expect(await scrape()).toBeUndefined();
  expect(reads).toBe(2);
});

it('keeps the last sample when a read fails, and tells of the failure', async () => {
  const errors: unknown[] = [];
  let isDown = false;
  const figures = new SampledFigures(
    () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(7)),
    (error) => errors.push(error),
  );
  await figures.current();
  isDown = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await figures.current()).toBe(7);
  expect(errors).toHaveLength(1);
});

function fail(error: unknown): never {
  throw error;
}
