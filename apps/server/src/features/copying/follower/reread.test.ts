import { expect, it } from 'vitest';
import type { CopyRow } from '../copy-row.ts';
import { CopyRegistry } from '../registry.ts';
import { rereadCopies, rereadOnFailure } from './reread.ts';

/** A copy as the table has it. */
const rowOf = (id: number, state: CopyRow['state'] = 'active', realised = 0n): CopyRow => ({
  id: BigInt(id),
  user_id: 1n,
  leader_id: 2n,
  key: `key ${id}`,
  state,
  ended: null,
  closes: false,
  reason: '',
  shard: 0,
  since: 7n,
  allocation: 1_000_000_000n,
  multiple: 100_000_000n,
  stop_loss: null,
  max_leverage: null,
  max_slippage: 1_000_000n,
  instruments: [],
  fee_percent: 0,
  fee_day: null,
  high_water: 0n,
  fees: 0n,
  realised,
  closed: 0,
  skipped: 0,
  delays: 0,
  delay_sum: 0n,
  delay_worst: null,
  difference: 0n,
  started_at: new Date(0),
  started: 0n,
  ended_at: null,
  ended_time: null,
});

/** Reads copies from a table of the test. `meanwhile` happens before the answer arrives. */
async function read(
  registry: CopyRegistry,
  table: () => readonly CopyRow[],
  meanwhile: () => void = nothing,
): Promise<readonly number[]> {
  const ended: number[] = [];
  await rereadCopies({
    registry,
    queries: {
      aliveAfterWrites: () => {
        const rows = table();
        meanwhile();
        return Promise.resolve(rows);
      },
    },
    ended: (copy) => {
      ended.push(copy);
      registry.remove(copy);
    },
  });
  return ended;
}

function nothing(): void {
  // Nothing happens.
}

it('adds what memory lacks, replaces what it has, and tells of copies that have ended', async () => {
  const registry = new CopyRegistry();
  await read(registry, () => [rowOf(1), rowOf(2)]);
  registry.follow(1, 50, 60);
  expect(await read(registry, () => [rowOf(1, 'paused', 5n), rowOf(3)])).toEqual([2]);
  expect([...registry.all()].map(({ id, state, realised }) => [id, state, realised])).toEqual([
    [1, 'paused', 5n],
    [3, 'active', 0n],
  ]);
  expect(registry.ofLeader(2).map(({ id }) => id)).toEqual([1, 3]);
  // Positions that were copied before stay known.
  expect([registry.followed(1, 50), registry.copyOf(60)]).toEqual([60, 1]);
});

it('reads again when a copy changes meanwhile, also one that memory lacks', async () => {
  const registry = new CopyRegistry();
  let state: CopyRow['state'] = 'active';
  await read(
    registry,
    () => [rowOf(1, state)],
    () => {
      if (state === 'paused') return;
      state = 'paused';
      registry.update(1, { state });
    },
  );
  expect(registry.get(1)?.state).toBe('paused');
});

it('gives up for the moment while copies change without pause', async () => {
  const registry = new CopyRegistry();
  const changing = read(
    registry,
    () => [rowOf(1)],
    () => registry.remove(9),
  );
  await expect(changing).rejects.toThrow('without pause');
  expect(registry.size).toBe(0);
});

it('reads after a failed change alone', async () => {
  let rereads = 0;
  const follower = { reread: () => (rereads += 1) };
  expect(await rereadOnFailure(follower, () => Promise.resolve(5))).toBe(5);
  expect(rereads).toBe(0);
  await expect(rereadOnFailure(follower, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(rereads).toBe(1);
});
