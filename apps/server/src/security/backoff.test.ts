import { describe, expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

const POLICY = { free: 3, firstWaitMs: 1_000, longestWaitMs: 5_000 };

describe('failures', () => {
  it('are free a few times, then double the wait up to the maximum', () => {
    const backoff = new Backoff(() => 0);
    const waits = Array.from({ length: 8 }, () => {
      backoff.begin('x', POLICY);
      return backoff.waitMs('x');
    });
    expect(waits).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(backoff.waitMs('y')).toBe(0);
  });

  it('can be reset or taken back, and expire after an hour', () => {
    let now = 0;
    const backoff = new Backoff(() => now);
    for (let index = 0; index < 4; index += 1) backoff.begin('x', POLICY);
    backoff.takeBack('x');
    expect([backoff.failures('x'), backoff.waitMs('x')]).toEqual([3, 0]);
    backoff.begin('x', POLICY);
    expect(backoff.waitMs('x')).toBe(1_000);
    backoff.forgive('x');
    expect([backoff.failures('x'), backoff.waitMs('x')]).toEqual([0, 0]);
    for (let index = 0; index < 9; index += 1) backoff.begin('x', POLICY);
    now = 3_600_000;
    expect([backoff.failures('x'), backoff.waitMs('x')]).toEqual([0, 0]);
  });

  it('are remembered only for the most recent names', () => {
    const backoff = new Backoff(() => 0);
    for (let index = 0; index <= 100_000; index += 1) backoff.begin(`name ${index}`, POLICY);
    expect([backoff.failures('name 0'), backoff.failures('name 1'), backoff.failures('name 100000')]).toEqual([
      0, 1, 1,
    ]);
  });
});
