import { expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { MoveActions, type MoveActionsDeps } from './move-actions.ts';

/** Moves on trading that answers these reasons in turn; `rows` has the stored moves by their state. */
function movesWith(answers: readonly string[]) {
  const left = [...answers];
  const rows = new Map<bigint, 'waiting' | 'done'>();
  const moves = new MoveActions({
    queries: {
      account: () => Promise.resolve({ kind: 'demo', group: 2, positions: 0, pending: 0 }),
      add: () => {
        rows.set(1n, 'waiting');
        return Promise.resolve({ id: 1n, user_id: 7n, to_group: 3, staff_id: 1n, reason: 'asked for it' });
      },
      unfinished: () =>
        Promise.resolve(
          [...rows]
            .filter(([, state]) => state === 'waiting')
            .map(([id]) => ({ id, user_id: 7n, to_group: 3, staff_id: 1n, reason: 'asked for it' })),
        ),
      complete: (id: bigint) => Promise.resolve(rows.set(id, 'done')),
      forget: (id: bigint) => Promise.resolve(rows.delete(id)),
    },
    groups: { of: () => ({ id: 3 }) },
    trading: {
      submit: () => {
        const reason = left.shift();
        return Promise.resolve(reason === undefined ? { ok: true } : { ok: false, reason });
      },
    },
    proposals: { register: () => undefined },
    now: () => 0,
    stored: new ConcurrencyLimit(1, 1),
  } as unknown as MoveActionsDeps);
  return { moves, rows, move: () => moves.move({ user: 7, to: 3 }, 'asked for it', { id: 1, name: 'deal.one' }) };
}

it('a move whose first try may be committed keeps its record when the next try is refused as overloaded', async () => {
  const { moves, rows, move } = movesWith(['not_ready', 'overloaded']);
  expect(await move()).toMatchObject({ ok: false, reason: 'not_ready' });
  await moves.resume();
  expect([...rows.values()]).toEqual(['waiting']);
  await moves.resume();
  expect([...rows.values()]).toEqual(['done']);
});

it('a move that the engine refuses leaves no record', async () => {
  const { rows, move } = movesWith(['group_of_other_kind']);
  expect(await move()).toMatchObject({ ok: false, reason: 'group_of_other_kind' });
  expect(rows.size).toBe(0);
});
