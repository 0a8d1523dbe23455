import { describe, expect, it } from 'vitest';
import { SignInAttempts } from './attempts.ts';

describe('attempts to sign in', () => {
  it('are limited by address, and come back with time', () => {
    let now = 0;
    const attempts = new SignInAttempts(() => now);
    expect(Array.from({ length: 12 }, () => attempts.take('10.0.0.1')).filter(Boolean)).toHaveLength(10);
    expect(attempts.take('10.0.0.2')).toBe(true);
    now += 20_000;
    expect([attempts.take('10.0.0.1'), attempts.take('10.0.0.1')]).toEqual([true, false]);
  });

  it('of one IPv6 customer count together', () => {
    const attempts = new SignInAttempts(() => 0);
    for (let turn = 0; turn < 10; turn += 1) attempts.take(`2001:db8:1:2::${turn}`);
    expect(attempts.take('2001:db8:1:2:ffff::1')).toBe(false);
    expect(attempts.take('2001:db8:1:3::1')).toBe(true);
  });

  it('make answers about a name slower, up to a second and never a refusal, whether it exists or not', () => {
    let now = 0;
    const attempts = new SignInAttempts(() => now);
    const delays = Array.from({ length: 40 }, () => {
      const delay = attempts.delayMs('vera');
      attempts.failed('vera');
      return delay;
    });
    expect(delays.slice(0, 8)).toEqual([0, 0, 0, 100, 200, 400, 800, 1000]);
    expect(Math.max(...delays)).toBe(1000);
    expect(attempts.delayMs('paul')).toBe(0);
    now += 16 * 60_000;
    expect(attempts.delayMs('vera')).toBe(0);
  });

  it('at the code rest after five wrong ones, for somebody who knows the password, and only for a while', () => {
    let now = 0;
    const attempts = new SignInAttempts(() => now);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(attempts.codesRest(7)).toBe(false);
      attempts.wrongCode(7);
    }
    expect([attempts.codesRest(7), attempts.codesRest(8)]).toEqual([true, false]);
    now += 5 * 60_000 + 1;
    expect(attempts.codesRest(7)).toBe(false);
  });
});
