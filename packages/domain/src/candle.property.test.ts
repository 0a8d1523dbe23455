import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHART_PERIODS,
  type Candle,
  type ChartPeriod,
  PERIODS,
  PERIOD_MS,
  ROLLED_PERIODS,
  type RolledPeriod,
  barEnd,
  barStart,
  extendCandle,
  rollUp,
  startCandle,
} from './candle.ts';
import type { Quote } from './quote.ts';
import { asPrice } from './units.ts';

const quotes: fc.Arbitrary<Quote[]> = fc
  .array(
    fc.record({
      // Seconds inside a bar, hours over a few, and weeks without a quote.
      gap: fc.oneof(fc.integer({ min: 0, max: 4_000_000 }), fc.integer({ min: 0, max: 20 * PERIOD_MS['1day'] })),
      bid: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      spread: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((steps) => {
    let time = 1_400_000_000_000;
    return steps.map(({ gap, bid, spread }, seq) => ({
      instrument: 1,
      seq,
      time: (time += gap),
      bid: asPrice(bid),
      ask: asPrice(bid + spread),
    }));
  });

/** The oracle of starts: reads the calendar of UTC and knows no arithmetic of lengths. */
function naiveStart(period: ChartPeriod, time: number): number {
  const date = new Date(time);
  if (period === '1mon') return Date.parse(`${date.toISOString().slice(0, 7)}-01T00:00:00Z`);
  if (period !== '1week') return Math.floor(time / PERIOD_MS[period]) * PERIOD_MS[period];
  const day = new Date(`${date.toISOString().slice(0, 10)}T00:00:00Z`);
  while (day.getUTCDay() !== 0) day.setUTCDate(day.getUTCDate() - 1);
  return day.getTime();
}

/** The oracle: computes each figure of a bar from all quotes of its span. */
function naiveBars(period: ChartPeriod, all: Quote[]): Candle[] {
  const starts = [...new Set(all.map((quote) => naiveStart(period, quote.time)))];
  return starts.map((time) => {
    const inside = all.filter((quote) => naiveStart(period, quote.time) === time);
    const side = (of: 'bid' | 'ask') => {
      const values = inside.map((quote) => quote[of]);
      const ordered = values.toSorted((a, b) => Number(a - b));
      return { open: values[0]!, high: ordered.at(-1)!, low: ordered[0]!, close: values.at(-1)! };
    };
    return { time, bid: side('bid'), ask: side('ask'), volume: inside.length };
  });
}

function minutesOf(all: Quote[]): Candle[] {
  const minutes: Candle[] = [];
  for (const quote of all) {
    const next = startCandle('1min', quote);
    const last = minutes.at(-1);
    if (last !== undefined && last.time === next.time) minutes[minutes.length - 1] = extendCandle(last, quote);
    else minutes.push(next);
  }
  return minutes;
}

describe('candles', () => {
  it('equal the oracle in every period, built quote by quote or rolled up from minutes', () => {
    fc.assert(
      fc.property(quotes, (all) => {
        const minutes = minutesOf(all);
        for (const period of CHART_PERIODS) expect(rollUp(period, minutes)).toEqual(naiveBars(period, all));
      }),
      { numRuns: 60 },
    );
  });

  it('of a rolled period are the same from every stored period up to theirs, with no more parts than said', () => {
    fc.assert(
      fc.property(quotes, (all) => {
        const minutes = minutesOf(all);
        for (const period of Object.keys(ROLLED_PERIODS) as RolledPeriod[]) {
          const { from, most } = ROLLED_PERIODS[period];
          for (const shorter of PERIODS.slice(0, PERIODS.indexOf(from) + 1))
            expect(rollUp(period, rollUp(shorter, minutes))).toEqual(naiveBars(period, all));
          const parts = rollUp(from, minutes).map(({ time }) => barStart(period, time));
          for (const start of parts) expect(parts.filter((one) => one === start).length).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('end where the next begins, within the length of their period', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.constantFrom(...CHART_PERIODS), (time, period) => {
        const [start, end] = [barStart(period, time), barEnd(period, time)];
        expect(start).toBe(naiveStart(period, time));
        expect(naiveStart(period, end)).toBe(end);
        expect(naiveStart(period, end - 1)).toBe(start);
        expect(end - start).toBeLessThanOrEqual(PERIOD_MS[period]);
      }),
    );
  });
});
