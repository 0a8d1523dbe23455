import {
  type LeverageTier,
  type Money,
  divide,
  hedgedMarginOf,
  larger,
  plus,
  sidesWith,
  usedMarginOf,
} from '@fairlot/domain';
import type { TradingEngine } from '../index.ts';
import { bound, broken } from './broken-engine.test-support.ts';
import { withImage, withoutTerms } from './broken-groups.test-support.ts';
import type { EngineMaker } from './index.ts';

type UsedMargin = typeof usedMarginOf;

/** All of the exposure at the leverage of its last tier. */
const wholeAtLast: UsedMargin = (tiers, { margin, exposure }) => {
  const last = tiers.findLast(({ from }) => from < exposure);
  return last === undefined ? margin : larger(margin, divide(exposure, BigInt(last.leverage), 'up') as Money);
};

/** The product's requirement, rounded down. */
const roundedDown: UsedMargin = (tiers, { margin, exposure }) => {
  const scale = 1_000_000n;
  const finer = tiers.map(({ from, leverage }) => ({ from: (from * scale) as Money, leverage }));
  const required = usedMarginOf(finer, { margin: 0n as Money, exposure: (exposure * scale) as Money });
  return larger(margin, ((required - 1n) / scale) as Money);
};

/** Judges accounts of a changed group only until the first slice is used up. */
function withShortReviews(engine: TradingEngine): TradingEngine {
  const work: TradingEngine['work'] = (now) => engine.work(now).filter(({ command }) => !isReviewed(command));
  return new Proxy(engine, { get: (target, name) => (name === 'work' ? work : bound(target, name)) });
}

function isReviewed(command: ReturnType<TradingEngine['work']>[number]['command']): boolean {
  return command.type === 'stopOut' && command.quoted === undefined;
}

/** Keeps the tiers that a group had first. */
function withFirstTiers(engine: TradingEngine): TradingEngine {
  const first = new Map<string, readonly LeverageTier[]>();
  const submit: TradingEngine['submit'] = (command, fresh) => {
    if (command.type !== 'defineGroup') return engine.submit(command, fresh);
    const { group } = command;
    const terms = group.terms.map((own) => {
      const name = `${group.id} ${own.instrument}`;
      const tiers = first.get(name) ?? own.tiers;
      if (tiers !== undefined) first.set(name, tiers);
      return { ...own, tiers };
    });
    return engine.submit({ ...command, group: { ...group, terms } }, fresh);
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Returns images in which groups have no tiers. */
function withoutTiers(engine: TradingEngine): TradingEngine {
  return withImage(engine, (whole) => ({
    ...whole,
    groups: [...(whole.groups ?? [])].map((group) => ({
      ...group,
      terms: group.terms.map((own) => ({ ...own, tiers: undefined })),
    })),
  }));
}

/** Engines that break a rule of tiers of leverage. */
export const TIER_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'tiers are forgotten': () => broken({}, withoutTerms('tiers')),
  'a change of tiers is forgotten': () => broken({}, withFirstTiers),
  'all of an exposure has the leverage of its last tier': () => broken({ usedMarginOf: wholeAtLast }),
  'the requirement of tiers is rounded down': () => broken({ usedMarginOf: roundedDown }),
  'the requirement of tiers is added to the own margins': () =>
    broken({
      usedMarginOf: (tiers, held) =>
        tiers.length === 0 ? held.margin : plus(held.margin, usedMarginOf(tiers, { ...held, margin: 0n as Money })),
    }),
  'an order needs its own margin only': () => broken({ marginToOpen: (_terms, _held, { margin }) => margin }),
  'an order needs only what its tiers add': () =>
    broken({
      marginToOpen: (terms, held, position) =>
        (hedgedMarginOf(terms, sidesWith(held, position)) - hedgedMarginOf(terms, held)) as Money,
    }),
  'accounts after the first slice of a review are not judged': () => broken({}, withShortReviews),
  'recovery loses the tiers of groups': () => broken({}, withoutTiers),
};
