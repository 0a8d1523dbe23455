import { expect, it } from 'vitest';
import { failureOf } from './failures.ts';
import { type RoundFigures, summaryOf } from './summary.ts';

const round = (failure: RoundFigures['failure'], orders: number, quotes: number, restarted: number): RoundFigures => ({
  failure,
  backs: [
    { kind: 'orders', name: 'orders of shard 0', ms: orders },
    { kind: 'quotes', name: 'quotes at gateway-a', ms: quotes },
  ],
  restarted,
  laterMs: 400,
});

it('a summary has the slowest part of each round, and the parts by their kinds', () => {
  const lines = summaryOf([
    round('both', 20_000, 5000, 1),
    round('both', 10_000, 30_000, 2),
    round('postgres', 1, 2, 0),
  ]);
  expect(lines).toEqual([
    '2 × both: back after p50 30.0 s, p99 30.0 s, worst 30.0 s; orders p50 20.0 s, p99 20.0 s, worst 20.0 s; quotes p50 30.0 s, p99 30.0 s, worst 30.0 s; paused again for at most 0.4 s; processes started again: 3',
    '1 × postgres: back after p50 0.0 s, p99 0.0 s, worst 0.0 s; orders p50 0.0 s, p99 0.0 s, worst 0.0 s; quotes p50 0.0 s, p99 0.0 s, worst 0.0 s; paused again for at most 0.4 s',
  ]);
});

const names = (isSafe: boolean): string[] =>
  Array.from({ length: 20 }, (_, at) => failureOf(at + 1, undefined, isSafe));

it('a primary that stands still is left out under a Patroni that would lose what its successor acknowledges', () => {
  expect(names(true)).toContain('frozen');
  expect(names(false)).not.toContain('frozen');
  expect(failureOf(1, 'frozen', false)).toBe('frozen');
});
