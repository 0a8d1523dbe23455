import { describe, expect, it } from 'vitest';
import { StaffLoginThrottle } from './login-throttle.ts';

describe('StaffLoginThrottle', () => {
  it('limits attempts per address and refills them over time', () => {
    let now = 0;
    const throttle = new StaffLoginThrottle(() => now);
    expect(Array.from({ length: 12 }, () => throttle.take('10.0.0.1')).filter(Boolean)).toHaveLength(10);
    expect(throttle.take('10.0.0.2')).toBe(true);
    now += 20_000;
    expect([throttle.take('10.0.0.1'), throttle.take('10.0.0.1')]).toEqual([true, false]);
  });

  it('counts the IPv6 addresses of one customer together', () => {
    const throttle = new StaffLoginThrottle(() => 0);
    for (let turn = 0; turn < 10; turn += 1) throttle.take(`2001:db8:1:2::${turn}`);
    expect(throttle.take('2001:db8:1:2:ffff::1')).toBe(false);
    expect(throttle.take('2001:db8:1:3::1')).toBe(true);
  });

  it('delays answers about a name by up to a second, whether it exists or not', () => {
    let now = 0;
    const throttle = new StaffLoginThrottle(() => now);
    const delays = Array.from({ length: 40 }, () => {
      const delay = throttle.delayMs('vera');
      throttle.failed('vera');
      return delay;
    });
    expect(delays.slice(0, 8)).toEqual([0, 0, 0, 100, 200, 400, 800, 1000]);
    expect(Math.max(...delays)).toBe(1000);
    expect(throttle.delayMs('paul')).toBe(0);
    now += 16 * 60_000;
    expect(throttle.delayMs('vera')).toBe(0);
  });

  it('locks the second factor of an account for a while after five wrong codes', () => {
    let now = 0;
    const throttle = new StaffLoginThrottle(() => now);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(throttle.areCodesLocked(7)).toBe(false);
      throttle.wrongCode(7);
    }
    expect([throttle.areCodesLocked(7), throttle.areCodesLocked(8)]).toEqual([true, false]);
    now += 5 * 60_000 + 1;
    expect(throttle.areCodesLocked(7)).toBe(false);
  });
});
