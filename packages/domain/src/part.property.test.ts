import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fraction, isHalfEven, scaled, times } from './oracle.test-support.ts';
import { nearestParts, oppositePrice, partRefusal, shareOf } from './part.ts';
import { asLots, asMoney, asPrice } from './units.ts';

const sizes = fc
  .record({ step: fc.bigInt({ min: 1n, max: 500n }), steps: fc.bigInt({ min: 1n, max: 40n }) })
  .chain(({ step, steps }) =>
    fc.record({
      terms: fc.constant({ lotStep: asLots(step), minLots: asLots(step * steps) }),
      position: fc.bigInt({ min: 1n, max: 40_000n }).map(asLots),
      wished: fc.bigInt({ min: 1n, max: 45_000n }).map(asLots),
    }),
  );

describe('a part of a position', () => {
  it('takes its exact share, and however often a position is divided, the shares sum to the whole', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 6n }), { minLength: 2, maxLength: 12 }),
        (amount, lots) => {
          let left = asLots(lots.reduce((sum, each) => sum + each, 0n));
          let rest = asMoney(amount);
          let sum = 0n;
          for (const part of lots) {
            const share = shareOf(rest, asLots(part), left);
            expect(isHalfEven(share, 0, times(scaled(rest, 0), fraction(part, left)))).toBe(true);
            rest = asMoney(rest - share);
            left = asLots(left - part);
            sum += share;
          }
          expect([sum, rest, left]).toEqual([amount, 0n, 0n]);
        },
      ),
    );
  });

  it('is accepted exactly when it and the rest can be traded, and the nearest sizes are named', () => {
    fc.assert(
      fc.property(sizes, ({ terms, position, wished }) => {
        const legal = (volume: bigint): boolean =>
          volume === position ||
          (volume >= terms.minLots && volume % terms.lotStep === 0n && position - volume >= terms.minLots);
        expect(partRefusal(terms, position, wished) === undefined).toBe(legal(wished));
        let [lower, upper]: (bigint | undefined)[] = [wished, wished];
        while (lower !== undefined && !legal(lower)) lower = lower > 1n ? lower - 1n : undefined;
        while (upper !== undefined && !legal(upper)) upper = upper < position ? upper + 1n : undefined;
        const found = nearestParts(terms, position, wished);
        expect([found.lower, found.upper]).toEqual([lower, wished > position ? undefined : upper]);
      }),
    );
  });
});

it('closes opposite positions at a price of the grid within the spread, or at the bid of a spread of one point', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      fc.bigInt({ min: 0n, max: 10n ** 6n }),
      fc.integer({ min: 0, max: 8 }),
      (bid, spread, pricePrecision) => {
        const point = 10n ** BigInt(8 - pricePrecision);
        const quote = { bid: asPrice(bid * point), ask: asPrice((bid + spread) * point) };
        const price = oppositePrice({ pricePrecision }, quote);
        expect(price % point).toBe(0n);
        expect(price >= quote.bid && price <= quote.ask).toBe(true);
        const toBid = price - quote.bid;
        const toAsk = quote.ask - price;
        expect(toAsk - toBid === 0n || toAsk - toBid === point).toBe(true);
      },
    ),
  );
});
