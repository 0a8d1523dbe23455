import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RetryQueue } from './retry-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue whose first `failures` tries fail, by rejection and by false in turn. */
function queueWith(failures: number): {
  readonly queue: RetryQueue;
  readonly tries: string[];
  readonly times: number[];
} {
  const [tries, times]: [string[], number[]] = [[], []];
  const start = Date.now();
  let left = failures;
  const queue = new RetryQueue((name) => {
    tries.push(name);
    times.push(Date.now() - start);
    left -= 1;
    if (left >= 0 && left % 2 === 0) return Promise.reject(new Error('the server is away'));
    return Promise.resolve(left < 0);
  });
  return { queue, tries, times };
}

describe('RetryQueue', () => {
  it('runs once, after the changes have stopped', async () => {
    const { queue, tries } = queueWith(0);
    for (let change = 0; change < 5; change += 1) {
      queue.soon('favourites');
      await vi.advanceTimersByTimeAsync(700);
    }
    expect(tries).toEqual([]);
    expect(queue.isChanging('favourites')).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(tries).toEqual(['favourites']);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(tries).toEqual(['favourites']);
  });

  it('retries after a failure with growing delays until it succeeds', async () => {
    const { queue, times } = queueWith(7);
    queue.soon('favourites');
    await vi.advanceTimersByTimeAsync(3_600_000);
    const pauses = times.map((time, index) => time - (times[index - 1] ?? 0));
    expect(pauses).toEqual([800, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(queue.isChanging('favourites')).toBe(false);
  });

  it('restarts the delays on a change, also one that comes during a try', async () => {
    const { queue, times } = queueWith(4);
    queue.soon('chart');
    await vi.advanceTimersByTimeAsync(800 + 2_000 + 3_999);
    expect(times).toHaveLength(2);
    queue.soon('chart');
    await vi.advanceTimersByTimeAsync(800 + 2_000);
    expect(times.slice(2).map((time, index) => time - (times[index + 1] ?? 0))).toEqual([3_999 + 800, 2_000]);
  });

  it('runs everything at once when flushed', async () => {
    const { queue, tries } = queueWith(0);
    queue.soon('chart');
    queue.soon('layout');
    queue.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(tries).toEqual(['chart', 'layout']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tries).toEqual(['chart', 'layout']);
  });
});
