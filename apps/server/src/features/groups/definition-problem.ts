import {
  type GroupDefinition,
  type GroupRule,
  MOST_COMMISSION,
  MOST_GUARANTEE_PERCENT,
  MOST_MARKUP_PERCENT,
  isPlausibleSwap,
} from '@fairlot/contract';
import { type GroupTerms, type Quote, areTiers } from '@fairlot/domain';
import type { FailReason } from '../../http/answer.ts';
import type { Listing, ListedInstrument, MarketData } from '../../market/port.ts';
import { type Levels, isWarnedTooLate } from './groups.ts';
import { guaranteeOf, markupOf, tiersOf } from './resolve.ts';
import type { Spreads } from './record.ts';

/** The reason why a group can't have a definition, and the field. */
export interface DefinitionProblem {
  readonly reason: FailReason;
  readonly field: string;
}

interface Known {
  readonly listing: Pick<Listing, 'instruments' | 'categories'>;
  readonly market: Pick<MarketData, 'quote'>;
  /** Levels of the site, for those that the group leaves open. */
  readonly levels: Levels;
}

/** The first problem of a definition, or undefined. */
export function definitionProblem(
  definition: GroupDefinition,
  spreads: Spreads,
  known: Known,
): DefinitionProblem | undefined {
  const { stop_out_percent: stopOut, margin_call_percent: marginCall, rules } = definition;
  if (isWarnedTooLate({ warning: marginCall ?? known.levels.warning, stopOut: stopOut ?? known.levels.stopOut }))
    return { reason: 'margin_call_too_low', field: 'margin_call_percent' };
  const seen = new Set<string>();
  for (const [at, rule] of rules.entries()) {
    const target = `${rule.scope} ${rule.id}`;
    const problem = seen.has(target)
      ? ({ reason: 'group_rule_twice', field: 'id' } as const)
      : ruleProblem(rule, spreads, known);
    if (problem !== undefined) return { ...problem, field: `rules.${at}.${problem.field}` };
    seen.add(target);
  }
  return undefined;
}

function ruleProblem(rule: GroupRule, spreads: Spreads, { listing, market }: Known): DefinitionProblem | undefined {
  const { scope, id, commission, swap, tiers } = rule;
  const instruments = instrumentsOf(rule, listing.instruments);
  if (scope === 'instrument' && instruments.length === 0) return { reason: 'unknown_instrument', field: 'id' };
  if (scope === 'category' && !listing.categories.some((each) => each.id === id))
    return { reason: 'unknown_category', field: 'id' };
  // At most nine digits before the point, so the comparisons as numbers are exact enough for bounds.
  if (commission !== null && Number(commission.rate) > MOST_COMMISSION[commission.mode])
    return { reason: 'commission_out_of_bounds', field: 'commission' };
  if (swap !== null && swap.mode !== 'free') {
    const { mode, long, short } = swap;
    if (![long, short].every((each) => isPlausibleSwap(mode, each)))
      return { reason: 'swap_out_of_bounds', field: 'swap' };
  }
  if (tiers !== null && !areTiers(tiersOf(tiers))) return { reason: 'tiers_not_falling', field: 'tiers' };
  // A fixed margin says nothing about the exposure.
  if (scope === 'instrument' && (tiers ?? []).length > 0 && instruments[0]?.marginMode === 'fixed')
    return { reason: 'group_invalid', field: 'tiers' };
  const problems = new Set(
    instruments.map((each) => {
      const [markup, guarantee] = [markupOf(each, rule.markup, spreads[each.id]), guaranteeOf(each, rule.guarantee)];
      return termsProblem({ ...(markup && { markup }), ...(guarantee && { guarantee }) }, market.quote(each.id));
    }),
  );
  if (problems.has('markup_too_wide')) return { reason: 'markup_too_wide', field: 'markup' };
  return problems.has('guarantee_too_wide') ? { reason: 'guarantee_too_wide', field: 'guarantee' } : undefined;
}

/** The listed instruments that a rule is about. */
export function instrumentsOf(
  { scope, id }: Pick<GroupRule, 'scope' | 'id'>,
  instruments: readonly ListedInstrument[],
): readonly ListedInstrument[] {
  return instruments.filter((each) => (scope === 'instrument' ? each.id : each.categoryId) === id);
}

/**
 * Bounds against slips: the terms of an instrument that are too wide for its price. An instrument without a price can't
 * be compared, and nothing is dealt in it.
 */
export function termsProblem(
  { markup, guarantee }: Pick<GroupTerms, 'markup' | 'guarantee'>,
  quote: Pick<Quote, 'bid'> | undefined,
): 'markup_too_wide' | 'guarantee_too_wide' | undefined {
  if (quote === undefined) return undefined;
  const isAbove = (percent: number, ...values: readonly bigint[]): boolean =>
    values.some((value) => value * 100n > quote.bid * BigInt(percent));
  if (markup !== undefined && isAbove(MOST_MARKUP_PERCENT, markup.bid, markup.ask)) return 'markup_too_wide';
  return guarantee !== undefined && isAbove(MOST_GUARANTEE_PERCENT, guarantee.premium, guarantee.distance)
    ? 'guarantee_too_wide'
    : undefined;
}
