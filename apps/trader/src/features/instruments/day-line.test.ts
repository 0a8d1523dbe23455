import { DAY_MS, HOUR_MS, MINUTE_MS, PERIOD_MS, dayStart } from '@fairlot/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayLine, periodOfDay } from './day-line.ts';

const MIDNIGHT = Date.UTC(2026, 10, 23);
const close = (time: number, value: string) => ({ time, close: value });

it("starts at the day's open and ends at the present price, whatever happened the day before", () => {
  const closes = [
    close(MIDNIGHT - HOUR_MS, '9'),
    close(MIDNIGHT, '1.1'),
    close(MIDNIGHT + 15 * MINUTE_MS, '1.4'),
    close(MIDNIGHT + 30 * MINUTE_MS, '1.2'),
  ];
  const now = { time: MIDNIGHT + 40 * MINUTE_MS, open: '1', bid: '1.3' };
  expect(dayLine(closes, now)).toEqual([1, 1.1, 1.4, 1.3]);
});

it('rises exactly if the day’s change is positive', () => {
  const price = fc.integer({ min: 1, max: 9_999 });
  fc.assert(
    fc.property(price, price, fc.array(price, { maxLength: 60 }), fc.nat(DAY_MS - 1), (open, bid, before, at) => {
      const time = MIDNIGHT + at;
      const step = PERIOD_MS[periodOfDay(time)];
      const closes = before.map((value, back) => close(time - (time % step) - back * step, String(value))).toReversed();
      const line = dayLine(closes, { time, open: String(open), bid: String(bid) });
      expect(Math.sign((line.at(-1) ?? 0) - (line[0] ?? 0))).toBe(Math.sign(bid - open));
    }),
  );
});

it('reads closes that reach back to the start of the day, as fine as possible', () => {
  expect([0, 4, 14, 23].map((hour) => periodOfDay(MIDNIGHT + hour * HOUR_MS))).toEqual([
    '5min',
    '5min',
    '15min',
    '30min',
  ]);
  fc.assert(
    fc.property(fc.nat(DAY_MS - 1), (at) => {
      const time = MIDNIGHT + at;
      expect(time - (time % PERIOD_MS[periodOfDay(time)]) - 59 * PERIOD_MS[periodOfDay(time)]).toBeLessThanOrEqual(
        dayStart(time),
      );
    }),
  );
});
