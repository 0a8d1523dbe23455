import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { every, everyByClock } from './jobs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A task whose runs end when the test ends them. */
function slowTask() {
  const pending: { end: () => void; fail: (error: Error) => void }[] = [];
  let runs = 0;
  return {
    run: () => {
      runs += 1;
      return new Promise<void>((resolve, reject) => {
        pending.push({ end: resolve, fail: reject });
      });
    },
    runs: () => runs,
    end: async () => {
      pending.shift()?.end();
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: async (error: Error) => {
      pending.shift()?.fail(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('a job', () => {
  it('runs once per period after its start, and never after its stop', async () => {
    const run = vi.fn<() => void>();
    const job = every(1000, run);
    await vi.advanceTimersByTimeAsync(5000);
    job.start();
    job.start();
    await vi.advanceTimersByTimeAsync(2999);
    expect(run).toHaveBeenCalledTimes(2);
    await job.stop();
    job.wake();
    job.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('skips a turn during a run', async () => {
    const task = slowTask();
    const job = every(1000, task.run);
    job.start();
    await vi.advanceTimersByTimeAsync(3500);
    expect(task.runs()).toBe(1);
    await task.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(task.runs()).toBe(2);
  });

  it('runs at once when woken, and again when woken during a run', async () => {
    const task = slowTask();
    const job = every(60_000, task.run);
    job.wake();
    expect(task.runs()).toBe(1);
    job.wake();
    job.wake();
    expect(task.runs()).toBe(1);
    await task.end();
    expect(task.runs()).toBe(2);
    await task.end();
    expect(task.runs()).toBe(2);
  });

  it('waits for the current run on stop, and drops the run that a wake requested', async () => {
    const task = slowTask();
    const job = every(1000, task.run);
    job.wake();
    job.wake();
    const stopped = job.stop().then(() => 'stopped');
    await vi.advanceTimersByTimeAsync(0);
    expect(await Promise.race([stopped, Promise.resolve('waits')])).toBe('waits');
    await task.end();
    expect(await stopped).toBe('stopped');
    expect(task.runs()).toBe(1);
  });

  it('reports a failed run, thrown or rejected, and tries again', async () => {
    const errors: unknown[] = [];
    const task = slowTask();
    const rejecting = every(1000, task.run, (error) => errors.push(error));
    const throwing = every(
      1000,
      () => {
        throw new Error('thrown');
      },
      (error) => errors.push(error),
    );
    rejecting.start();
    throwing.start();
    await vi.advanceTimersByTimeAsync(1000);
    await task.fail(new Error('rejected'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(errors.map(String)).toEqual(['Error: thrown', 'Error: rejected', 'Error: thrown']);
    expect(task.runs()).toBe(2);
  });

  it('ends the process on a failure without onError', () => {
    const job = every(1000, () => {
      throw new Error('unforeseen');
    });
    job.start();
    expect(() => vi.advanceTimersByTime(1000)).toThrow('unforeseen');
  });

  it('pauses for a function of the last run time', async () => {
    const task = slowTask();
    const took: number[] = [];
    const job = every((tookMs) => {
      took.push(tookMs);
      return Math.max(1000, tookMs * 4);
    }, task.run);
    job.start();
    job.wake();
    await vi.advanceTimersByTimeAsync(500);
    await task.end();
    await vi.advanceTimersByTimeAsync(1999);
    expect(task.runs()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(task.runs()).toBe(2);
    expect(took).toEqual([0, 500]);
  });
});

describe('a job by a clock', () => {
  it('runs once per period of its timer while its clock stands still', async () => {
    const run = vi.fn<() => void>();
    const job = everyByClock(() => 0, 5000, run);
    job.start();
    await vi.advanceTimersByTimeAsync(4999);
    expect(run).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(10_001);
    expect(run).toHaveBeenCalledTimes(3);
    await job.stop();
  });

  it('runs soon after its clock was set forward or back by a period, and not for less', async () => {
    const clock = { time: 1_000_000 };
    const run = vi.fn<() => void>();
    const job = everyByClock(() => clock.time, 5000, run);
    job.start();
    clock.time += 4999;
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).toHaveBeenCalledTimes(0);
    clock.time += 1;
    await vi.advanceTimersByTimeAsync(250);
    expect(run).toHaveBeenCalledTimes(1);
    clock.time -= 5000;
    await vi.advanceTimersByTimeAsync(250);
    expect(run).toHaveBeenCalledTimes(2);
    await job.stop();
  });

  it('runs at once when it is woken, and again when that was during a run', async () => {
    const task = slowTask();
    const job = everyByClock(() => 0, 5000, task.run);
    job.wake();
    expect(task.runs()).toBe(1);
    job.wake();
    await task.end();
    expect(task.runs()).toBe(2);
    await task.end();
    await job.stop();
    job.wake();
    expect(task.runs()).toBe(2);
  });
});
