import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rereading } from './rereading.ts';

let isAway: boolean;
let reads: number;
let errors: number;
let stop: () => void | Promise<void>;
let reread: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [isAway, reads, errors] = [false, 0, 0];
  const read = (): Promise<void> => {
    if (isAway) return Promise.reject(new Error('the database is away'));
    reads += 1;
    return Promise.resolve();
  };
  reread = rereading('settings', read, {
    lifecycle: {
      onStop: (_name, run) => {
        stop = run;
      },
    },
    log: {
      error: () => {
        errors += 1;
      },
    },
  });
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
});

it('what a signal told of is read once, at once', async () => {
  reread();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([reads, errors]).toEqual([1, 0]);
});

it('what could not be read is read when the database is back, without another signal', async () => {
  isAway = true;
  reread();
  await vi.advanceTimersByTimeAsync(2_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([reads, errors]).toEqual([1, 3]);
});

it('nothing is read after the stop', async () => {
  isAway = true;
  reread();
  await vi.advanceTimersByTimeAsync(0);
  await stop();
  isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reads).toBe(0);
});
