import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Standing, isAtOrBelow } from './equity.ts';
import { type ClosablePosition, marginHelp } from './margin-help.ts';
import { HEDGED_MARGINS, type HedgedMargin, hedgedMarginOf, sidesByInstrument } from './hedging.ts';
import type { LeverageTier } from './tiers.ts';
import { asLots, asMoney } from './units.ts';

interface Drawn extends ClosablePosition {
  /** Its floating result in millionths of a micro-dollar per unit of volume, which rounding hits anywhere. */
  readonly result: bigint;
}

const STEPS = [100n, 1_000n, 10_000n];
const position = fc
  .record({
    instrument: fc.integer({ min: 1, max: 3 }),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    step: fc.constantFrom(...STEPS),
    least: fc.bigInt({ min: 1n, max: 3n }),
    count: fc.bigInt({ min: 0n, max: 400n }),
    margin: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    leverage: fc.constantFrom(1, 10, 100, 500),
    result: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
  })
  .map(({ step, least, count, margin, ...rest }): Omit<Drawn, 'id'> => ({
    ...rest,
    lotStep: asLots(step),
    minLots: asLots(least * step),
    lots: asLots((least + count) * step),
    margin: asMoney(margin),
  }));
const positions = fc
  .array(position, { minLength: 1, maxLength: 6 })
  .map((all) => all.map((each, index): Drawn => ({ ...each, id: index + 1 })));
const TIERS: readonly LeverageTier[] = [
  { from: asMoney(0n), leverage: 50 },
  { from: asMoney(10n ** 10n), leverage: 20 },
];
const tiered = new Map([[1, TIERS]]);

/** Rounded half up: any rounding to the nearest is as good here. */
const resultOf = ({ result }: Drawn, lots: bigint): bigint => {
  const exact = result * lots;
  return (exact + (exact < 0n ? -(10n ** 6n) : 10n ** 6n) / 2n) / 10n ** 6n;
};

/** Values positions of which some are closed in part, by sums of their own. The rest keeps its margin rounded up. */
function standingAfter(
  cash: bigint,
  all: readonly Drawn[],
  closed: ReadonlyMap<number, bigint>,
  isTiered: boolean,
  hedged: HedgedMargin,
): Standing {
  let balance = cash;
  let floating = 0n;
  const left: Drawn[] = [];
  for (const each of all) {
    const part = closed.get(each.id) ?? 0n;
    const rest = each.lots - part;
    balance += resultOf(each, part);
    floating += resultOf(each, rest);
    const margin = asMoney((each.margin * rest + each.lots - 1n) / each.lots);
    if (rest > 0n) left.push({ ...each, lots: asLots(rest), margin });
  }
  const used = [...sidesByInstrument(left)].reduce(
    (sum, [id, one]) => sum + hedgedMarginOf({ hedged, tiers: (isTiered && tiered.get(id)) || [] }, one),
    0n,
  );
  return {
    balance: asMoney(balance),
    reserved: asMoney(0n),
    floatingProfit: asMoney(floating),
    usedMargin: asMoney(used),
    ...(used === 0n && left.length > 0 && { covered: true }),
  };
}

const account = fc.record({
  all: positions,
  percent: fc.integer({ min: 1, max: 300 }),
  share: fc.integer({ min: -20, max: 130 }),
  offset: fc.bigInt({ min: -3n, max: 3n }),
  isTiered: fc.boolean(),
  hedged: fc.constantFrom(...HEDGED_MARGINS),
});

it('brings the level above the margin call: by the deposit alone, and by the closes alone, and not by less', () => {
  const seen = { helped: 0, parts: 0, several: 0, none: 0 };
  fc.assert(
    fc.property(account, ({ all, percent, share, offset, isTiered, hedged }) => {
      const flat = standingAfter(0n, all, new Map(), isTiered, hedged);
      // Equity at a share of the level's threshold.
      const cash = (flat.usedMargin * BigInt(percent * share)) / 10_000n - flat.floatingProfit + offset;
      const before = standingAfter(cash, all, new Map(), isTiered, hedged);
      const help = marginHelp(before, percent, { closable: all, all, tiers: isTiered ? tiered : undefined, hedged });
      expect(help === undefined).toBe(!isAtOrBelow(before, percent));
      if (help === undefined) return;
      const withDeposit = (deposit: bigint): Standing => ({ ...before, balance: asMoney(before.balance + deposit) });
      expect(help.deposit % 10_000n).toBe(0n);
      expect(isAtOrBelow(withDeposit(help.deposit), percent)).toBe(false);
      expect(isAtOrBelow(withDeposit(help.deposit - 10_000n), percent)).toBe(true);
      if (help.closes.length === 0) {
        seen.none += 1;
        return;
      }
      seen.helped += 1;
      if (help.closes.length > 1) seen.several += 1;
      for (const { id, lots } of help.closes) {
        const of = all.find((each) => each.id === id);
        if (of === undefined) throw new Error('no such position');
        const rest = of.lots - lots;
        if (rest !== 0n) seen.parts += 1;
        expect(lots % of.lotStep).toBe(0n);
        expect(lots >= of.minLots && (rest === 0n || rest >= of.minLots)).toBe(true);
      }
      const closed = new Map(help.closes.map(({ id, lots }): [number, bigint] => [id, lots]));
      expect(isAtOrBelow(standingAfter(cash, all, closed, isTiered, hedged), percent)).toBe(false);
      const last = help.closes.at(-1);
      const of = all.find(({ id }) => id === last?.id);
      // A part of a covering position can free more than all of it.
      if (hedged === 'none') return;
      if (last === undefined || of === undefined || last.lots === of.lots || last.lots === of.minLots) return;
      // A step less would not do, but for the rounding of a few millionths.
      const less = new Map(closed).set(last.id, last.lots - of.lotStep);
      const almost = standingAfter(cash, all, less, isTiered, hedged);
      const slack = BigInt(500 * all.length + 10);
      expect(isAtOrBelow({ ...almost, balance: asMoney(almost.balance - slack) }, percent)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
  expect(Math.min(seen.helped, seen.parts, seen.several, seen.none)).toBeGreaterThan(50);
});
