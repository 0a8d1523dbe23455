import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { ClientGroups, type ClientGroupsDeps } from './groups.ts';

const instruments = [] as const;
let answers: string[];
let told: number;
let groups: ClientGroups;

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  told = 0;
  groups = new ClientGroups({
    queries: {
      all: () => Promise.resolve([{ id: 7, version: 1, spreads: {}, definition: { name: 'Harbour', rules: [] } }]),
      formerNames: () => Promise.resolve([]),
    },
    pool: { query: () => Promise.resolve({ rows: [] }) },
    market: { instruments: () => instruments },
    trading: {
      submit: () => {
        told += 1;
        const reason = answers.shift();
        return Promise.resolve(reason === undefined ? { ok: true } : { ok: false, reason });
      },
    },
    shards: [0],
    queue: new ConcurrencyLimit(1, 5),
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as ClientGroupsDeps);
});
afterEach(async () => {
  await groups.stop();
  vi.useRealTimers();
});

it('a group that a shard refuses is told again soon, and each minute at last', async () => {
  answers = Array.from({ length: 10_000 }, () => 'rollover_under_way');
  await groups.start();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(told).toBeGreaterThanOrEqual(3);
  told = 0;
  await vi.advanceTimersByTimeAsync(3_600_000);
  // Each refusal is a row of the journal.
  expect(told).toBeGreaterThan(55);
  expect(told).toBeLessThan(70);
  answers = [];
  await vi.advanceTimersByTimeAsync(61_000);
  told = 0;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(told).toBe(0);
});
