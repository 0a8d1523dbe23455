import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewardShare } from './reward.ts';
import { asMoney } from './units.ts';

const fees = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(asMoney);
const percent = fc.integer({ min: 0, max: 100 });

describe('a share of fees', () => {
  it('is the greatest amount that is not above its part of the fees', () => {
    fc.assert(
      fc.property(fees, percent, (paid, part) => {
        const share = rewardShare(paid, part);
        expect(share * 100n <= paid * BigInt(part)).toBe(true);
        expect((share + 1n) * 100n > paid * BigInt(part)).toBe(true);
      }),
    );
  });

  it('never exceeds the fees, however often the day is divided', () => {
    fc.assert(
      fc.property(fees, fees, percent, (some, others, part) => {
        const whole = rewardShare(asMoney(some + others), part);
        expect(rewardShare(some, part) + rewardShare(others, part) <= whole).toBe(true);
        expect(whole <= some + others).toBe(true);
      }),
    );
  });

  it('rounds a part of a micro-dollar away', () => {
    expect(rewardShare(asMoney(19n), 10)).toBe(1n);
    expect(() => rewardShare(asMoney(-1n), 10)).toThrow(RangeError);
    expect(() => rewardShare(asMoney(1n), 101)).toThrow(RangeError);
  });
});
