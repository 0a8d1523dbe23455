import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PartialLevel, lotsOfLevels, lotsToClose, sortedLevels, trimmedLevels } from './partial-levels.ts';
import { asLots, asPrice } from './units.ts';

const STEP = 100n;
const LEAST = asLots(300n);
const side = fc.constantFrom('buy' as const, 'sell' as const);
const lots = fc.integer({ min: 3, max: 60 }).map((steps) => asLots(BigInt(steps) * STEP));
const level: fc.Arbitrary<PartialLevel> = fc.record({
  level: fc.constantFrom('stopLoss' as const, 'takeProfit' as const),
  lots,
  price: fc.integer({ min: 1, max: 9 }).map((price) => asPrice(BigInt(price))),
});
const levels = fc.array(level, { maxLength: 5 });

describe('partial levels of a position', () => {
  it('are sorted by kind and by distance from the market, and none is lost', () => {
    fc.assert(
      fc.property(side, levels, (of, given) => {
        const sorted = sortedLevels(of, given);
        expect(new Set(sorted)).toEqual(new Set(given));
        for (const [index, { level: kind, price }] of sorted.entries()) {
          const next = sorted[index + 1];
          if (next === undefined) continue;
          if (next.level !== kind) expect([kind, next.level]).toEqual(['stopLoss', 'takeProfit']);
          else if ((kind === 'stopLoss') === (of === 'buy')) expect(next.price <= price).toBe(true);
          else expect(next.price >= price).toBe(true);
        }
      }),
    );
  });

  it('fit the position after it was cut, and lots are taken from the farthest levels only', () => {
    fc.assert(
      fc.property(side, lots, levels, (of, position, given) => {
        const before = sortedLevels(of, given);
        const after = trimmedLevels({ minLots: LEAST }, position, before);
        for (const kind of ['stopLoss', 'takeProfit'] as const) {
          expect(lotsOfLevels(after, kind) <= position).toBe(true);
          const [had, has] = [before, after].map((list) => list.filter(({ level: one }) => one === kind));
          // All but the last that is left are as they were, in their order.
          for (const [index, kept] of (has ?? []).entries())
            if (index < (has ?? []).length - 1) expect(kept).toBe((had ?? [])[index]);
          if (lotsOfLevels(before, kind) <= position) expect(has).toEqual(had);
        }
        expect(after.every(({ lots: left }) => left >= LEAST)).toBe(true);
      }),
    );
  });

  it('stay whole where they fit, also below least lots that were raised after they were set', () => {
    fc.assert(
      fc.property(side, lots, levels, (of, position, given) => {
        const before = sortedLevels(of, given);
        const after = trimmedLevels({ minLots: asLots(LEAST * 5n) }, position, before);
        for (const kind of ['stopLoss', 'takeProfit'] as const) {
          let left: bigint = position;
          for (const each of before.filter(({ level: one }) => one === kind)) {
            const fits = each.lots <= left;
            left -= fits ? each.lots : left;
            if (fits) expect(after).toContain(each);
          }
        }
      }),
    );
  });

  it('leave the least lots, or nothing', () => {
    fc.assert(
      fc.property(lots, lots, (position, wanted) => {
        const rest = position - lotsToClose({ minLots: LEAST }, position, wanted);
        expect(rest === 0n || rest >= LEAST).toBe(true);
      }),
    );
  });
});
