import { type Money, bothSides, hedgedMarginOf, larger } from '@fairlot/domain';
import type { TradingEngine } from '../index.ts';
import { broken } from './broken-engine.test-support.ts';
import { withImage, withoutTerms } from './broken-groups.test-support.ts';
import type { EngineMaker } from './index.ts';

/** Returns images in which both sides of opposite positions use margin. */
function withoutHedging(engine: TradingEngine): TradingEngine {
  return withImage(engine, (whole) => ({
    ...whole,
    groups: [...(whole.groups ?? [])].map((group) => ({ ...group, hedgedMargin: undefined })),
  }));
}

/** Engines that break a rule of hedged margin. */
export const HEDGING_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'the hedged margin of a group is forgotten': () => broken({}, withoutTerms('hedgedMargin')),
  'recovery loses the hedged margin of groups': () => broken({}, withoutHedging),
  'the side with more lots is taken for the one that needs more': () =>
    broken({
      hedgedMarginOf: (terms, held, tiered) =>
        terms.hedged !== 'larger' || tiered === undefined
          ? hedgedMarginOf(terms, held, tiered)
          : tiered(terms.tiers, held.buy.lots > held.sell.lots ? held.buy : held.sell),
    }),
  'tiers count both sides of opposite positions': () =>
    broken({
      hedgedMarginOf: (terms, held, tiered) =>
        terms.hedged === 'both' || tiered === undefined
          ? hedgedMarginOf(terms, held, tiered)
          : larger(
              hedgedMarginOf({ ...terms, tiers: [] }, held),
              tiered(terms.tiers, { ...bothSides(held), margin: 0n as Money }),
            ),
    }),
  'a pending order reserves more than it needs free': () => broken({ placingMargin: (needed) => needed }),
  'covered positions are never stopped out': () =>
    broken({
      isAtOrBelow: (standing, percent) =>
        standing.usedMargin > 0n &&
        100n * (standing.balance + standing.floatingProfit) <= standing.usedMargin * BigInt(percent),
    }),
};
