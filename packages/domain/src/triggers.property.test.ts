import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Quote, closingPrice, openingPrice } from './quote.ts';
import { pendingHit, pendingKind, stopLossHit, takeProfitHit, wrongSide } from './triggers.ts';
import { asPrice, price } from './units.ts';

const instrument = { pricePrecision: 5 };
const onGrid = fc.bigInt({ min: 90_000n, max: 110_000n }).map((points) => asPrice(points * 1000n));
const quote: fc.Arbitrary<Quote> = fc
  .record({ bid: onGrid, spread: fc.bigInt({ min: 0n, max: 50n }) })
  .map(({ bid, spread }) => ({ instrument: 1, seq: 1, time: 0, bid, ask: asPrice(bid + spread * 1000n) }));
const side = fc.constantFrom('buy', 'sell');

describe('pending orders', () => {
  it('are limits when better than the market and stops when worse, and never fill on the quote that classified them', () => {
    fc.assert(
      fc.property(side, onGrid, quote, (of, target, now) => {
        const kind = pendingKind(of, target, now);
        const gain = of === 'buy' ? openingPrice(now, of) - target : target - openingPrice(now, of);
        expect(kind).toBe(gain === 0n ? 'market' : gain > 0n ? 'limit' : 'stop');
        if (kind !== 'market') expect(pendingHit(kind, of, target, now)).toBe(false);
      }),
    );
  });

  it('fill a limit at the target or better, and a stop at the target or worse', () => {
    fc.assert(
      fc.property(side, onGrid, quote, (of, target, later) => {
        const better = of === 'buy' ? target - openingPrice(later, of) : openingPrice(later, of) - target;
        expect(pendingHit('limit', of, target, later)).toBe(better >= 0n);
        expect(pendingHit('stop', of, target, later)).toBe(better <= 0n);
      }),
    );
  });
});

describe('stops and targets', () => {
  it('trigger on the side on which the position closes', () => {
    fc.assert(
      fc.property(side, onGrid, quote, (of, level, now) => {
        const gain = of === 'buy' ? closingPrice(now, of) - level : level - closingPrice(now, of);
        expect(stopLossHit(of, level, now)).toBe(gain <= 0n);
        expect(takeProfitHit(of, level, now)).toBe(gain >= 0n);
      }),
    );
  });

  it('are refused exactly when they would trigger at once, with the nearest acceptable price', () => {
    fc.assert(
      fc.property(side, onGrid, onGrid, quote, (of, stopLoss, takeProfit, now) => {
        const reference = closingPrice(now, of);
        const refusedStop = wrongSide(instrument, of, reference, { stopLoss });
        expect(refusedStop !== undefined).toBe(stopLossHit(of, stopLoss, now));
        const refusedTarget = wrongSide(instrument, of, reference, { takeProfit });
        expect(refusedTarget !== undefined).toBe(takeProfitHit(of, takeProfit, now));
        for (const refused of [refusedStop, refusedTarget]) {
          if (refused === undefined) continue;
          expect(wrongSide(instrument, of, reference, { [refused.level]: refused.nearest })).toBeUndefined();
          const closer = asPrice(refused.nearest + (refused.nearest > reference ? -1000n : 1000n));
          expect(wrongSide(instrument, of, reference, { [refused.level]: closer })).toBeDefined();
        }
      }),
    );
  });

  it('are not checked when they are off', () => {
    expect(wrongSide(instrument, 'buy', price('1'), {})).toBeUndefined();
  });
});
