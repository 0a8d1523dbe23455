import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HEDGED_MARGINS,
  type MarginPosition,
  NO_SIDES,
  countedHolding,
  hedgedMarginOf,
  marginReleased,
  marginToOpen,
  sidesByInstrument,
  sidesWith,
  sidesWithout,
} from './hedging.ts';
import { fraction, isCeiling } from './oracle.test-support.ts';
import { type LeverageTier, exposureOf, tierRequirement } from './tiers.ts';
import { asLots, asMoney, lots, money } from './units.ts';

const position = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.bigInt({ min: 1n, max: 10n ** 9n }).map(asLots),
  margin: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(asMoney),
  leverage: fc.integer({ min: 1, max: 1000 }),
});
const positions = fc.array(position, { maxLength: 6 });
const tiers: fc.Arbitrary<readonly LeverageTier[]> = fc.constantFrom<readonly LeverageTier[]>(
  [],
  [{ from: money('0'), leverage: 30 }],
  [
    { from: money('0'), leverage: 400 },
    { from: money('90000'), leverage: 7 },
  ],
);
const heldBy = (all: readonly MarginPosition[]) => all.reduce(sidesWith, NO_SIDES);
const total = (all: readonly MarginPosition[], of: (each: MarginPosition) => bigint): bigint =>
  all.reduce((sum, each) => sum + of(each), 0n);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** The need of positions by their plain sums. */
function needOf(list: readonly LeverageTier[], all: readonly MarginPosition[]): bigint {
  const exposure = total(all, ({ margin, leverage }) => exposureOf(margin, leverage));
  return larger(
    total(all, ({ margin }) => margin),
    tierRequirement(list, asMoney(exposure)),
  );
}

const at = (side: 'buy' | 'sell', volume: string, margin: string): MarginPosition => ({
  side,
  lots: lots(volume),
  margin: money(margin),
  leverage: 100,
});

describe('hedged margin', () => {
  it('is that of both sides, or of the side that needs more', () => {
    fc.assert(
      fc.property(tiers, positions, (list, all) => {
        const held = heldBy(all);
        expect(hedgedMarginOf({ hedged: 'both', tiers: list }, held)).toBe(needOf(list, all));
        const sides = (['buy', 'sell'] as const).map((side) =>
          needOf(
            list,
            all.filter((each) => each.side === side),
          ),
        );
        expect(hedgedMarginOf({ hedged: 'larger', tiers: list }, held)).toBe(sides.reduce(larger));
      }),
    );
  });

  it('is the share of the lots that the other side does not cover, rounded up', () => {
    fc.assert(
      fc.property(positions, (all) => {
        const side = (name: 'buy' | 'sell'): bigint =>
          total(
            all.filter((each) => each.side === name),
            (each) => each.lots,
          );
        const more = side('buy') > side('sell') ? 'buy' : 'sell';
        const open = side(more) - side(more === 'buy' ? 'sell' : 'buy');
        const margin = total(
          all.filter((each) => each.side === more),
          (each) => each.margin,
        );
        const used = hedgedMarginOf({ hedged: 'none', tiers: [] }, heldBy(all));
        expect(used).toBe(countedHolding('none', heldBy(all)).margin);
        if (open === 0n) expect(used).toBe(0n);
        else expect(isCeiling(used, 6, fraction(margin * open, side(more) * 1_000_000n))).toBe(true);
      }),
    );
  });

  it('never asks more than both sides, and forgets a position that ends', () => {
    fc.assert(
      fc.property(tiers, positions, position, fc.constantFrom(...HEDGED_MARGINS), (list, all, added, hedged) => {
        const terms = { hedged, tiers: list };
        const before = heldBy(all);
        const after = sidesWith(before, added);
        expect(sidesWithout(after, added)).toEqual(before);
        expect(sidesByInstrument(all.map((each) => ({ ...each, instrument: 7 }))).get(7) ?? NO_SIDES).toEqual(before);
        expect(hedgedMarginOf(terms, after)).toBeLessThanOrEqual(
          hedgedMarginOf({ hedged: 'both', tiers: list }, after),
        );
        const raised = hedgedMarginOf(terms, after) - hedgedMarginOf(terms, before);
        expect(marginReleased(terms, after, added)).toBe(raised);
        const needed = marginToOpen(terms, before, added);
        expect(needed).toBe(larger(raised, hedged === 'both' ? added.margin : 0n));
      }),
    );
  });

  it('follows a table by hand', () => {
    const held = heldBy([at('buy', '1', '1100'), at('buy', '2', '2300'), at('sell', '1', '1300')]);
    const used = (hedged: (typeof HEDGED_MARGINS)[number]): bigint => hedgedMarginOf({ hedged, tiers: [] }, held);
    expect(used('both')).toBe(money('4700'));
    expect(used('larger')).toBe(money('3400'));
    expect(used('none')).toBe(money('2266.666667'));
    const none = { hedged: 'none', tiers: [] } as const;
    // Closing what covers another position binds margin.
    expect(marginReleased(none, held, at('sell', '1', '1300'))).toBe(money('-1133.333333'));
    expect(marginToOpen(none, held, at('sell', '2', '2600'))).toBe(0n);
    expect(marginToOpen(none, held, at('sell', '6', '7800'))).toBe(money('2933.333333'));
  });
});
