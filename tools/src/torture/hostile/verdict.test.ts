import { describe, expect, it } from 'vitest';
import { judgeLog, judgeMemory, judgeTables } from './verdict.ts';

const LIMIT = 0.5;
const every = (count: number, value: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => [index, value(index)] as const);
const noise = (index: number) => ((index * 7919) % 11) - 5;

const sawtooth = (index: number) => (index % 7) * 3;

describe('the verdict on memory', () => {
  it.each([
    ['is steady for noise around one level', every(25, (index) => 200 + noise(index) / 2), 24, 'steady'],
    ['is steady for a cache that fills and is emptied', every(18, (index) => 200 + sawtooth(index)), 17, 'steady'],
    ['grows with a leak that noise does not hide', every(25, (index) => 200 + 2 * index + noise(index)), 24, 'grows'],
    ['grows with a leak below a cache', every(18, (index) => 200 + index + sawtooth(index)), 17, 'grows'],
    ['is none after a short run', every(5, () => 200), 4, 'not judged'],
  ])('%s', (_name, points, minutes, verdict) => {
    expect(judgeMemory(minutes, points, LIMIT)).toBe(verdict);
  });
});

it('a table may grow up to its limit, and not at all without one', () => {
  expect(judgeTables({ orders: 10, users: 11, secrets: 1, sessions: 0 }, { orders: 10, users: 10 })).toEqual([
    'table users has grown by 11 rows, its limit is 10',
    'table secrets has grown by 1 rows and has no documented limit',
  ]);
});

describe('the verdict on the log', () => {
  const refusal = JSON.stringify({ security: true, event: 'input.refused', outcome: 'refused' });
  const other = JSON.stringify({ level: 'error', msg: 'a call failed' });
  const cut = JSON.stringify({ security: true, event: 'input.refused', outcome: 'refused', suppressed: 9 });

  it('allows the security log what it promises, and sums of cut lines', async () => {
    const lines = [...Array.from({ length: 500 }, () => refusal), ...Array.from({ length: 900 }, () => cut), other];
    expect(await judgeLog(lines, 60)).toEqual({
      problems: [],
      otherBytes: other.length + 1,
      events: { 'input.refused refused': 500 },
    });
  });

  it('notices an event without a limit, and other lines that visitors cause', async () => {
    const { problems } = await judgeLog(
      [...Array.from({ length: 501 }, () => refusal), ...Array.from({ length: 3000 }, () => other)],
      60,
    );
    expect(problems).toHaveLength(2);
  });
});
