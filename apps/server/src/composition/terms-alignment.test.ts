import type { TradingRules } from '@fairlot/engine';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import { LateShards } from '../trading/late-shards.ts';
import { type HostOutcome, REFUSED_NOT_READY } from '../trading/port.ts';
import { rulesOf } from './rules.ts';
import { TermsAlignment, type TermsAlignmentDeps } from './terms-alignment.ts';

type Stored = Parameters<typeof rulesOf>[0];
const SECOND_MS = 1_000;

/** A shard that carries commands out, and may refuse them or lose the answer. */
class Shard {
  ready = true;
  readonly restricted = new Map<number, string>();
  rules: TradingRules | undefined;
  /** Its behaviour at the next commands; then it takes them. */
  readonly behaviour: ('lose the answer' | 'refuse')[] = [];
  commands = 0;

  constructor(rules: TradingRules) {
    this.rules = rules;
  }

  submit(draft: {
    readonly type: string;
    readonly rules?: TradingRules;
    readonly mode?: string;
  }): Promise<HostOutcome> {
    this.commands += 1;
    if (draft.mode !== undefined) this.restricted.set(1, draft.mode);
    const next = this.behaviour.shift();
    if (next !== 'refuse' && draft.rules !== undefined) this.rules = draft.rules;
    return Promise.resolve(next === undefined ? { ok: true } : REFUSED_NOT_READY);
  }
}

const levels = (stopOut: number): Stored => ({ stop_out_ratio: stopOut }) as Stored;
let stored: Stored;
let known: Stored;
let shards: Shard[];
let isAway: boolean;
let reads: number;
let late: LateShards;
let instruments: readonly object[];
let alignment: TermsAlignment;

beforeEach(() => {
  vi.useFakeTimers();
  stored = known = levels(50);
  shards = [0, 1, 2].map(() => new Shard(rulesOf(stored)));
  isAway = false;
  reads = 0;
  late = new LateShards();
  instruments = [];
  alignment = new TermsAlignment({
    pool: { query: () => Promise.resolve({ rows: [] }) },
    settings: {
      values: () => known,
      reload: () => {
        reads += 1;
        if (isAway) return Promise.reject(new Error('the database is away'));
        known = stored;
        return Promise.resolve();
      },
    },
    market: {
      calendars: new Map(),
      listing: { instruments: [], categories: [] },
      relist: () => undefined,
      instruments: () => instruments,
      now: () => 0,
    },
    trading: {
      hosts: shards.map((host, number) => ({ number, host })),
      late,
      get restricted() {
        return shards.find((_, number) => !late.has(number))?.restricted;
      },
    },
    announced: { applyTo: (terms: unknown) => terms },
    groups: { reread: () => Promise.resolve(), restore: () => Promise.resolve() },
    rulesOf,
    queue: new ConcurrencyLimit(1, 5),
    log: { info: () => undefined, error: () => undefined },
  } as unknown as TermsAlignmentDeps);
  alignment.start();
});
afterEach(async () => {
  await alignment.stop();
  vi.useRealTimers();
});

const stops = (): readonly unknown[] => shards.map(({ rules }) => rules?.stopOutPercent);
const wait = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * SECOND_MS);

describe('the rules of shards', () => {
  it('are the stored ones again when some took others without an answer', async () => {
    for (const shard of shards.slice(1)) shard.rules = rulesOf(levels(60));
    await wait(3);
    expect(stops()).toEqual([50, 50, 50]);
  });

  it('are left alone when a replica was only late', async () => {
    const [shard] = shards as [Shard];
    shard.rules = rulesOf(levels(60));
    await wait(1);
    shard.rules = rulesOf(levels(50));
    await wait(5);
    expect(shard.commands).toBe(0);
  });

  it('are told again until each has them, and then no more', async () => {
    for (const shard of shards) shard.rules = rulesOf(levels(60));
    shards[0]?.behaviour.push('refuse', 'refuse', 'lose the answer');
    await wait(20);
    expect(stops()).toEqual([50, 50, 50]);
    expect(shards.map(({ commands }) => commands)).toEqual([3, 1, 1]);
  });

  it('are not asked of a shard that recovers', async () => {
    const [shard] = shards as [Shard];
    shard.rules = undefined;
    await wait(3);
    expect(shard.commands).toBe(0);
    shard.rules = rulesOf(levels(40));
    await wait(3);
    expect(stops()).toEqual([50, 50, 50]);
  });

  it('follow a change whose answer was lost, also when the database is away meanwhile', async () => {
    const failure = new Error('the connection was lost');
    isAway = true;
    const change = alignment.during(() => {
      stored = levels(40);
      return Promise.reject(failure);
    });
    await expect(change).rejects.toBe(failure);
    await wait(3);
    expect(stops()).toEqual([50, 50, 50]);
    // No change is made on memory that is behind.
    await expect(alignment.run(() => Promise.resolve('made'))).rejects.toThrow('the database is away');
    isAway = false;
    await expect(alignment.run(() => Promise.resolve(known))).resolves.toEqual(levels(40));
    await wait(5);
    expect(stops()).toEqual([40, 40, 40]);
  });
});

it('tells a shard once a minute at most what it refuses for good', async () => {
  const [shard] = shards as [Shard];
  shard.rules = rulesOf(levels(60));
  shard.behaviour.push(...Array.from({ length: 1000 }, () => 'refuse' as const));
  await wait(3600);
  const inAnHour = shard.commands;
  await wait(3600);
  expect(shard.commands - inAnHour).toBeLessThanOrEqual(60);
  shard.behaviour.length = 0;
  // A change tries at once.
  await alignment.restore();
  expect(stops()).toEqual([50, 50, 50]);
});

it('looks again when a command without an answer may have been carried out since', async () => {
  await alignment.restore();
  const readsAfter: number[] = [];
  for (const seconds of [8, 4, 85, 510, 3600]) {
    await wait(seconds);
    readsAfter.push(reads);
  }
  expect(readsAfter).toEqual([1, 2, 3, 4, 4]);
});

it('leaves a late shard alone until it takes commands, and gives it rules and halts then', async () => {
  const [shard, other] = shards as [Shard, Shard];
  late.hold([0], 1);
  shard.ready = false;
  shard.rules = rulesOf(levels(60));
  instruments = [{ id: 1, leverages: [], swap: {}, conversion: null }];
  other.restricted.set(1, 'halted');
  await alignment.restore();
  await wait(100);
  expect([shard.commands, stops()]).toEqual([0, [60, 50, 50]]);
  shard.ready = true;
  shard.behaviour.push('refuse');
  await wait(2);
  expect(late.has(0)).toBe(true);
  await wait(4);
  expect([late.size, stops(), shard.restricted]).toEqual([0, [50, 50, 50], other.restricted]);
});
