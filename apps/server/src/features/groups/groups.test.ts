import type { Group, GroupId } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import type { RoutedShard } from '../../trading/account-places.ts';
import { encode } from '../../trading/journal/codec.ts';
import { type HostOutcome, REFUSED_NOT_READY } from '../../trading/port.ts';
import { ShardRouter } from '../../trading/shard-router.ts';
import { ClientGroups, type ClientGroupsDeps } from './groups.ts';

interface Draft {
  readonly type: string;
  readonly group: Group | GroupId;
}

const instruments = [] as const;
/** The answers of the real shard to the next commands; then it takes them. */
let answers: string[];
/** The commands that the real shard got. */
let told: string[];
let isDemoAway: boolean;
let stored: { shard: number; id: number; terms: string }[];
let groups: ClientGroups;

const shardOf = (number: number, kind: string, answer: (draft: Draft) => HostOutcome): RoutedShard =>
  ({
    number,
    kind,
    host: { submit: (draft: Draft) => Promise.resolve(answer(draft)), onCommitted: () => undefined },
  }) as unknown as RoutedShard;

/** Carries a command out on a shard whose tables follow at once. */
function take(shard: number, { type, group }: Draft): HostOutcome {
  const id = typeof group === 'number' ? group : group.id;
  stored = stored.filter((row) => row.shard !== shard || row.id !== id);
  if (type === 'defineGroup') stored.push({ shard, id, terms: encode(group) });
  return { ok: true };
}

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  told = [];
  isDemoAway = false;
  stored = [];
  groups = new ClientGroups({
    queries: {
      all: () => Promise.resolve([{ id: 7, version: 1, spreads: {}, definition: { name: 'Harbour', rules: [] } }]),
      formerNames: () => Promise.resolve([]),
    },
    pool: { query: () => Promise.resolve({ rows: stored }) },
    market: { instruments: () => instruments },
    trading: new ShardRouter([
      shardOf(0, 'real', (draft) => {
        told.push(draft.type);
        const reason = answers.shift();
        return reason === undefined ? take(0, draft) : ({ ok: false, reason } as HostOutcome);
      }),
      shardOf(1, 'demo', (draft) => (isDemoAway ? REFUSED_NOT_READY : take(1, draft))),
    ]),
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
  expect(told.length).toBeGreaterThanOrEqual(3);
  told = [];
  await vi.advanceTimersByTimeAsync(3_600_000);
  // Each refusal is a row of the journal.
  expect(told.length).toBeGreaterThan(55);
  expect(told.length).toBeLessThan(70);
  answers = [];
  await vi.advanceTimersByTimeAsync(61_000);
  told = [];
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(told).toEqual([]);
});

it('a shard that is away keeps no group from another, which is told once', async () => {
  isDemoAway = true;
  stored = [0, 1].map((shard) => ({ shard, id: 9, terms: '' }));
  await groups.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(told).toEqual(['defineGroup', 'removeGroup']);
  isDemoAway = false;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(stored.map(({ shard, id }) => `${shard} ${id}`).toSorted()).toEqual(['0 7', '1 7']);
});
