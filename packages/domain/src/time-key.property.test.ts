import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from './time.ts';
import { isExpiredKey, keyStamp, nextKeyStamp, stampOfTime, timeKey } from './time-key.ts';

const stamps = fc.maxSafeNat();
const bytes = fc.uint8Array({ minLength: 9, maxLength: 9 });

describe('keys with a time', () => {
  it('are UUIDs of version 7 that give their stamp back', () => {
    fc.assert(
      fc.property(stamps, bytes, (stamp, random) => {
        const key = timeKey(stamp, random);
        expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(keyStamp(key)).toBe(stamp);
      }),
    );
  });

  it('hold the time as RFC 9562 says', () => {
    // The example of RFC 9562, appendix A.6: Tuesday, February 22, 2022 2:22:22.00 PM GMT-05:00.
    const stamp = keyStamp('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
    expect(Math.floor((stamp ?? 0) / 32)).toBe(Date.UTC(2022, 1, 22, 19, 22, 22));
  });

  it('rise, also within a millisecond and when the clock steps back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 45 }), { minLength: 2 }), (times) => {
        let last = 0;
        for (const time of times) {
          const next = nextKeyStamp(last, time);
          expect(next).toBeGreaterThan(last);
          expect(next).toBeGreaterThanOrEqual(stampOfTime(time));
          last = next;
        }
      }),
    );
  });

  it('prove nothing in any other form', () => {
    const key = timeKey(stampOfTime(Date.UTC(2026, 0, 1)), new Uint8Array(9));
    for (const other of [
      key.toUpperCase(),
      key.replaceAll('-', ''),
      `${key}0`,
      ` ${key}`,
      key.replace('-7', '-4'),
      key.replace('-80', '-c0'),
      'order-1',
      '',
    ])
      expect(keyStamp(other)).toBeUndefined();
  });

  it('expire 90 days after their own time', () => {
    const made = Date.UTC(2026, 0, 1);
    const key = timeKey(stampOfTime(made), new Uint8Array(9));
    expect(isExpiredKey(key, made + 90 * DAY_MS)).toBe(false);
    expect(isExpiredKey(key, made + 90 * DAY_MS + 1)).toBe(true);
    expect(isExpiredKey(key, made - DAY_MS)).toBe(false);
    expect(isExpiredKey('order-1', made + 1000 * DAY_MS)).toBe(false);
  });
});
