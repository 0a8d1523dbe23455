import { beforeEach, expect, it } from 'vitest';
import { ShardMoves } from './shard-moves.ts';

const warnings: string[] = [];
const log = { warn: (message: string) => void warnings.push(message) };
let time = 0;
let moves: ShardMoves;

beforeEach(() => {
  warnings.length = 0;
  time = 1_000_000;
  moves = new ShardMoves({ shard: 3, log, now: () => time });
});

function after(seconds: number): void {
  time += seconds * 1000;
}

/** Looks at the free shard five times a second. Returns the seconds for which it is left to the other process. */
function patience(): number {
  for (let looks = 0; looks < 100; looks += 1) {
    if (!moves.leavesToOther()) return looks / 5;
    after(0.2);
  }
  return Infinity;
}

it('leaves a free shard to a process that prefers it for five seconds, and says once that it takes it', () => {
  expect(patience()).toBe(5);
  expect([moves.leavesToOther(), warnings]).toEqual([false, [expect.stringContaining('shard 3 has no holder')]]);
});

it('counts the failed takes of the other process, each with the lease for some seconds, to the same wait', () => {
  moves.leavesToOther();
  after(3);
  expect(moves.leavesToOther()).toBe(true);
  after(3);
  expect(moves.leavesToOther()).toBe(false);
});

it('waits again after the shard had a holder', () => {
  expect(patience()).toBe(5);
  moves.taken();
  expect(patience()).toBe(5);
  after(61);
  expect([patience(), warnings.length]).toEqual([5, 3]);
});

it('keeps a shard for a minute that the process that asked for it did not keep', () => {
  moves.taken();
  expect(moves.mayHandOver).toBe(true);
  moves.handedOver();
  after(8);
  moves.taken();
  expect(moves.mayHandOver).toBe(false);
  after(60);
  expect(moves.mayHandOver).toBe(true);
  // The other one has had it for long.
  moves.handedOver();
  after(600);
  moves.taken();
  expect(moves.mayHandOver).toBe(true);
});

it('asks for no hand-over in the minute after a failed take', () => {
  expect(moves.mayAsk).toBe(true);
  moves.failed();
  after(59);
  expect(moves.mayAsk).toBe(false);
  after(1);
  expect(moves.mayAsk).toBe(true);
  moves.failed();
  moves.taken();
  expect(moves.mayAsk).toBe(true);
});

it('doubles the stay with each try in a row that fails, up to an hour', () => {
  const stays = Array.from({ length: 8 }, () => {
    moves.handedOver();
    after(8);
    moves.taken();
    let minutes = 0;
    for (; !moves.mayHandOver; minutes += 1) after(60);
    return minutes;
  });
  expect(stays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  moves.failed();
  moves.failed();
  after(60);
  expect(moves.mayAsk).toBe(false);
  after(60);
  expect(moves.mayAsk).toBe(true);
});
