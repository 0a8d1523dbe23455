import { beforeEach, expect, it } from 'vitest';
import type { LeaderDeed } from './model.ts';
import type { CopyResult } from './port.ts';
import { ResultBatch } from './result-batch.ts';

let batches: number[];
let commit: ((error?: Error) => void)[];
let linger: (() => void)[];
let batch: ResultBatch;

beforeEach(() => {
  [batches, commit, linger] = [[], [], []];
  batch = new ResultBatch(
    (results) => {
      batches.push(results.length);
      return new Promise((done, failed) => {
        commit.push((error) => (error === undefined ? done() : failed(error)));
      });
    },
    () =>
      new Promise((over) => {
        linger.push(over);
      }),
  );
});

const DEED = {} as LeaderDeed;

const settled = (): Promise<void> => new Promise(setImmediate);
const add = (count: number, recorded: (error?: unknown) => void = () => undefined): void => {
  for (let copy = 1; copy <= count; copy += 1) {
    const result: CopyResult = { deed: 1, event: DEED, copy, result: { type: 'skipped', reason: 'paused' } };
    batch.add(result, recorded);
  }
};

it('writes a full batch at once, and the rest when nothing more can come', async () => {
  add(1300);
  await settled();
  expect(batches).toEqual([1000]);
  commit[0]?.();
  await settled();
  expect([batches, batch.unrecorded]).toEqual([[1000], 300]);
  batch.flush();
  await settled();
  commit[1]?.();
  await settled();
  expect([batches, batch.unrecorded]).toEqual([[1000, 300], 0]);
});

it('writes few results after the wait, also those that came meanwhile', async () => {
  let recorded = 0;
  add(2, () => (recorded += 1));
  add(1, () => (recorded += 1));
  await settled();
  expect([batches, linger.length]).toEqual([[], 1]);
  linger[0]?.();
  await settled();
  expect([batches, recorded]).toEqual([[3], 0]);
  commit[0]?.();
  await settled();
  expect(recorded).toBe(3);
});

it('writes what became due during a transaction after it, and tells each failure', async () => {
  const errors: unknown[] = [];
  add(1, (error) => errors.push(error));
  batch.flush();
  await settled();
  add(5, (error) => errors.push(error));
  batch.flush();
  await settled();
  expect(batches).toEqual([1]);
  const lost = new Error('connection lost');
  commit[0]?.(lost);
  await settled();
  expect([batches, errors]).toEqual([[1, 5], [lost]]);
  commit[1]?.();
  await settled();
  expect(errors).toEqual([lost, undefined, undefined, undefined, undefined, undefined]);
});
