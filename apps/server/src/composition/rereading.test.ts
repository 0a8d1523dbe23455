import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRereading } from './rereading.ts';

let isAway: boolean;
let reads: number;
let unsureReads: number;
let errors: number;
let stop: () => void | Promise<void>;
let reread: () => void;
let unsure: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [isAway, reads, unsureReads, errors] = [false, 0, 0, 0];
  const read = (isUnsure: () => boolean): Promise<void> => {
    if (isAway) return Promise.reject(new Error('the database is away'));
    reads += 1;
    unsureReads += Number(isUnsure());
    return Promise.resolve();
  };
  ({ now: reread, unsure } = openRereading('settings', read, {
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
  }));
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

it('what may be stored later is read at once and some more times', async () => {
  unsure();
  const readsAfter: number[] = [];
  for (const seconds of [1, 8, 4, 85, 510, 3600]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    readsAfter.push(reads);
  }
  expect(readsAfter).toEqual([1, 1, 2, 3, 4, 4]);
  reread();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([reads, unsureReads]).toEqual([5, 4]);
});

it('a later look that failed is made when the database is back', async () => {
  unsure();
  await vi.advanceTimersByTimeAsync(9_000);
  isAway = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reads).toBe(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([reads, unsureReads]).toEqual([2, 2]);
});
