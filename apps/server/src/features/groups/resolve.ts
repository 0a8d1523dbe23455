import type { GroupRule } from '@fairlot/contract';
import {
  type Commission,
  type Group,
  type GroupTerms,
  type GuaranteeTerms,
  type LeverageTier,
  type Markup,
  type SwapTerms,
  asPrice,
  divide,
  isUnmarked,
  parseMoney,
  parseRate,
  pricePoint,
  rate,
} from '@fairlot/domain';
import type { ListedInstrument } from '../../market/port.ts';
import { type GroupRecord, type Spreads, defaultKindOf } from './record.ts';

const NIGHTLY_NOTHING = rate('0');

/**
 * The rows that the engine knows, from the rules: for each listed instrument each value of the instrument's rule, or else
 * of its category's. Undefined: a group of new accounts without terms, which needs no row.
 */
export function resolveGroup(record: GroupRecord, instruments: readonly ListedInstrument[]): Group | undefined {
  const { id, definition, spreads } = record;
  const stopOutPercent = definition.stop_out_percent ?? undefined;
  const { hedged_margin: hedgedMargin = 'both' } = definition;
  const find = rulesByTarget(definition.rules);
  const terms = instruments.toSorted((one, other) => one.id - other.id).flatMap((each) => termsOf(each, find, spreads));
  if (defaultKindOf(id) !== undefined && terms.length === 0 && stopOutPercent === undefined && hedgedMargin === 'both')
    return undefined;
  return {
    id,
    ...(stopOutPercent !== undefined && { stopOutPercent }),
    ...(hedgedMargin !== 'both' && { hedgedMargin }),
    terms,
  };
}

type Find = (scope: GroupRule['scope'], id: number) => GroupRule | undefined;

function rulesByTarget(rules: readonly GroupRule[]): Find {
  const known = new Map(rules.map((rule) => [`${rule.scope} ${rule.id}`, rule]));
  return (scope, id) => known.get(`${scope} ${id}`);
}

function termsOf(instrument: ListedInstrument, find: Find, spreads: Spreads): GroupTerms[] {
  const [own, category] = [find('instrument', instrument.id), find('category', instrument.categoryId)];
  const value = <Name extends keyof GroupRule>(name: Name): Exclude<GroupRule[Name], undefined> | null =>
    (own?.[name] ?? category?.[name] ?? null) as Exclude<GroupRule[Name], undefined> | null;
  const markup = markupOf(instrument, value('markup'), spreads[instrument.id]);
  const commission = commissionOf(value('commission'));
  const swap = swapOf(instrument, value('swap'));
  const maxLeverage = value('max_leverage');
  const tiers = instrument.marginMode === 'fixed' ? [] : tiersOf(value('tiers') ?? []);
  const guarantee = guaranteeOf(instrument, value('guarantee'));
  const terms: GroupTerms = {
    instrument: instrument.id,
    ...(markup !== undefined && !isUnmarked(markup) && { markup }),
    ...(commission !== undefined && { commission }),
    ...(swap !== undefined && { swap }),
    ...(maxLeverage !== null && { maxLeverage }),
    ...(tiers.length > 0 && { tiers }),
    ...(value('offered') === false && { offered: false }),
    ...(guarantee !== undefined && { guarantee }),
  };
  return Object.keys(terms).length > 1 ? [terms] : [];
}

/** The terms of guaranteed stops; undefined where they are not offered. */
export function guaranteeOf(
  instrument: Pick<ListedInstrument, 'pricePrecision' | 'priceScale'>,
  given: GroupRule['guarantee'],
): GuaranteeTerms | undefined {
  if (given === undefined || given === null || given.mode === 'none') return undefined;
  const inPrice = (steps: number) => asPrice(BigInt(steps) * pricePoint(instrument));
  return { premium: inPrice(given.premium), distance: inPrice(given.distance) };
}

/** The markup of an instrument; undefined for none, and for a share of a spread that is not known. */
export function markupOf(
  instrument: ListedInstrument,
  given: GroupRule['markup'],
  spread: number | undefined,
): Markup | undefined {
  if (given === null) return undefined;
  const inPrice = (steps: bigint) => asPrice(steps * pricePoint(instrument));
  if (given.mode === 'points') return { bid: inPrice(BigInt(given.bid)), ask: inPrice(BigInt(given.ask)) };
  if (spread === undefined) return undefined;
  const steps = inPrice(shareOf(spread, given.percent));
  return { bid: steps, ask: steps };
}

/** A per cent of a spread in whole steps, rounded half-even. */
function shareOf(spread: number, percent: string): bigint {
  return divide(BigInt(spread) * requireRate(percent), rate('100'), 'halfEven');
}

function commissionOf(given: GroupRule['commission']): Commission | undefined {
  return given === null ? undefined : { mode: given.mode, rate: requireRate(given.rate) };
}

/** The weekday that counts three nights is the instrument's. */
function swapOf({ swap: { tripleWeekday } }: ListedInstrument, given: GroupRule['swap']): SwapTerms | undefined {
  if (given === null) return undefined;
  if (given.mode === 'free') return { mode: 'points', long: NIGHTLY_NOTHING, short: NIGHTLY_NOTHING, tripleWeekday };
  return { mode: given.mode, long: requireRate(given.long), short: requireRate(given.short), tripleWeekday };
}

/** Tiers in the engine's words. */
export function tiersOf(given: NonNullable<GroupRule['tiers']>): readonly LeverageTier[] {
  return given.map(({ from_usd: from, leverage }) => {
    const dollars = parseMoney(from);
    if (dollars === undefined) throw new Error('a tier begins at no amount');
    return { from: dollars, leverage };
  });
}

/** The contract checked the text before it was stored. */
function requireRate(text: string): ReturnType<typeof rate> {
  const value = parseRate(text);
  if (value === undefined) throw new Error('a stored rate is unreadable');
  return value;
}
