import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRICE_SCALES, lifted, realOf, zoomed } from './price-scale.ts';
import type { PriceScale } from './price-scale.ts';

const ranges = fc
  .record({
    from: fc.double({ min: 0.01, max: 90_000, noNaN: true }),
    share: fc.double({ min: 1.001, max: 3, noNaN: true }),
  })
  .map(({ from, share }) => ({ from, to: from * share }));
const scales = fc.constantFrom(...PRICE_SCALES);
const span = (scale: PriceScale, { from, to }: { readonly from: number; readonly to: number }): number =>
  realOf(scale, to) - realOf(scale, from);

describe('the scale of the price axis', () => {
  it('zooms around the middle, in height, and back to where it was', () => {
    fc.assert(
      fc.property(ranges, scales, fc.double({ min: 0.1, max: 10, noNaN: true }), (range, scale, factor) => {
        const wide = zoomed(scale, range, factor, range);
        expect(span(scale, wide) / span(scale, range)).toBeCloseTo(factor, 6);
        const back = zoomed(scale, wide, 1 / factor, range);
        expect(back.from / range.from).toBeCloseTo(1, 9);
        expect(back.to / range.to).toBeCloseTo(1, 9);
      }),
    );
  });

  it('stays within its bounds and never loses the candles, however far it is dragged', () => {
    const drags = fc.array(
      fc.tuple(fc.double({ min: 0.01, max: 100, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true })),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(ranges, scales, drags, (automatic, scale, steps) => {
        let range = automatic;
        for (const [factor, share] of steps)
          range = lifted(scale, zoomed(scale, range, factor, automatic), share, automatic);
        const times = span(scale, range) / span(scale, automatic);
        expect(times).toBeGreaterThan(0.0199);
        expect(times).toBeLessThan(20.001);
        if (steps.length > 0) {
          const common = {
            from: Math.max(range.from, automatic.from),
            to: Math.min(range.to, automatic.to),
          };
          expect(common.to).toBeGreaterThan(common.from);
        }
      }),
    );
  });

  it('moves by a share of the height, the same in ratios on a log scale', () => {
    expect(lifted('plain', { from: 100, to: 200 }, 0.5, { from: 100, to: 200 })).toEqual({ from: 150, to: 250 });
    const moved = lifted('log', { from: 100, to: 400 }, 0.5, { from: 100, to: 400 });
    expect(moved.from).toBeCloseTo(200, 9);
    expect(moved.to).toBeCloseTo(800, 9);
  });
});
