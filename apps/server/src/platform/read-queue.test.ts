import { expect, it } from 'vitest';
import { OverloadedError } from './concurrency-limit.ts';
import { ReadQueue } from './read-queue.ts';

/** Reads that end when the test says so, in the order of their start. */
function heldReads() {
  const running: { readonly caller: string; readonly end: () => void }[] = [];
  const read = (caller: string) => () =>
    new Promise<void>((resolve) => {
      running.push({ caller, end: resolve });
    });
  return { running, read };
}

it('runs a few reads at once and one of each caller, and callers take turns', async () => {
  const queue = new ReadQueue({ atOnce: 2, mostWaiting: 10, mostOfCaller: 3 });
  const { running, read } = heldReads();
  const runs = ['a', 'a', 'a', 'b', 'c'].map((caller) => queue.run(caller, read(caller)));
  const order: string[] = [];
  expect(running.map(({ caller }) => caller)).toEqual(['a', 'b']);
  while (order.length < 5) {
    await expect.poll(() => running.length).toBeGreaterThan(0);
    const first = running.shift();
    order.push(first?.caller ?? '');
    first?.end();
    await new Promise(setImmediate);
    expect(running.length).toBeLessThanOrEqual(2);
  }
  await Promise.all(runs);
  expect(order).toEqual(['a', 'b', 'c', 'a', 'a']);
});

it('refuses what would wait beyond its limits, and serves the others', async () => {
  const queue = new ReadQueue({ atOnce: 1, mostWaiting: 2, mostOfCaller: 1 });
  const { running, read } = heldReads();
  const runs = ['a', 'a', 'b', 'c'].map((caller) => queue.run(caller, read(caller)));
  await expect(queue.run('a', read('a'))).rejects.toThrow(OverloadedError);
  await expect(queue.run('d', read('d'))).rejects.toThrow(OverloadedError);
  for (let ended = 0; ended < 3; ended += 1) {
    await expect.poll(() => running.length).toBe(1);
    running.shift()?.end();
  }
  // The second read of `a` begins when the places of those who waited are free again.
  const results = Promise.allSettled(runs);
  await new Promise(setImmediate);
  running.shift()?.end();
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled']);
});
