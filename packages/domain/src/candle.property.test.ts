import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candle, PERIODS, PERIOD_MS, extendCandle, rollUp, startCandle } from './candle.ts';
import type { Quote } from './quote.ts';
import { asPrice } from './units.ts';

const quotes: fc.Arbitrary<Quote[]> = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 4_000_000 }),
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

/** The oracle: computes each figure of a bar from all quotes of its span. */
function naiveBars(period: (typeof PERIODS)[number], all: Quote[]): Candle[] {
  const starts = [...new Set(all.map((quote) => Math.floor(quote.time / PERIOD_MS[period]) * PERIOD_MS[period]))];
  return starts.map((time) => {
    const inside = all.filter((quote) => quote.time >= time && quote.time < time + PERIOD_MS[period]);
    const side = (of: 'bid' | 'ask') => {
      const values = inside.map((quote) => quote[of]);
      const ordered = values.toSorted((a, b) => Number(a - b));
      return { open: values[0]!, high: ordered.at(-1)!, low: ordered[0]!, close: values.at(-1)! };
    };
    return { time, bid: side('bid'), ask: side('ask'), volume: inside.length };
  });
}

describe('candles', () => {
  it('equal the oracle in every period, built quote by quote or rolled up from minutes', () => {
    fc.assert(
      fc.property(quotes, (all) => {
        const minutes: Candle[] = [];
        for (const quote of all) {
          const next = startCandle('1min', quote);
          const last = minutes.at(-1);
          if (last !== undefined && last.time === next.time) minutes[minutes.length - 1] = extendCandle(last, quote);
          else minutes.push(next);
        }
        for (const period of PERIODS) expect(rollUp(period, minutes)).toEqual(naiveBars(period, all));
      }),
      { numRuns: 60 },
    );
  });
});
