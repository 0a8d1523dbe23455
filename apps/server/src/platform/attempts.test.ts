import { describe, expect, it } from 'vitest';
import { Attempts } from './attempts.ts';

const PATIENCE = { free: 3, firstWaitMs: 1_000, longestWaitMs: 5_000 };

describe('failures', () => {
  it('are free a few times, then each doubles the wait, up to the longest', () => {
    const attempts = new Attempts(() => 0);
    const waits = Array.from({ length: 8 }, () => {
      attempts.begin('x', PATIENCE);
      return attempts.waitMs('x');
    });
    expect(waits).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(attempts.waitMs('y')).toBe(0);
  });

  it('are forgiven, taken back one by one, and forgotten after an hour', () => {
    let now = 0;
    const attempts = new Attempts(() => now);
    for (let index = 0; index < 4; index += 1) attempts.begin('x', PATIENCE);
    attempts.takeBack('x');
    expect([attempts.failures('x'), attempts.waitMs('x')]).toEqual([3, 0]);
    attempts.begin('x', PATIENCE);
    expect(attempts.waitMs('x')).toBe(1_000);
    attempts.forgive('x');
    expect([attempts.failures('x'), attempts.waitMs('x')]).toEqual([0, 0]);
    for (let index = 0; index < 9; index += 1) attempts.begin('x', PATIENCE);
    now = 3_600_000;
    expect([attempts.failures('x'), attempts.waitMs('x')]).toEqual([0, 0]);
  });

  it('of very many names are remembered for the latest of them', () => {
    const attempts = new Attempts(() => 0);
    for (let index = 0; index <= 100_000; index += 1) attempts.begin(`name ${index}`, PATIENCE);
    expect([attempts.failures('name 0'), attempts.failures('name 1'), attempts.failures('name 100000')]).toEqual([
      0, 1, 1,
    ]);
  });
});
