import type { CamelKeys, StaffOutput } from '@fairlot/client';
import type { GroupDefinition, GroupRule } from '@fairlot/contract';
import { isPlainFigure, pointFigure } from '../../shared/forms/typed-figure.ts';

/** A group with its rules, as the server answers it. */
export type GroupDetail = StaffOutput<'officeGroup'>;

/** A group's definition, without names on the wire. */
type Definition = CamelKeys<GroupDefinition>;

/** A tier of leverage as typed: from an exposure in dollars on, the highest leverage. */
export interface TierForm {
  readonly from: string;
  readonly leverage: string;
}

/** A rule of a group as typed. An empty choice leaves a part as the category or the instrument has it. */
export interface RuleForm {
  /** `category` or `instrument` with its number; a group has at most one rule for each. */
  readonly target: string;
  readonly markup: '' | 'points' | 'spreadShare';
  /** Points, of the bid and of the ask. */
  readonly bid: string;
  readonly ask: string;
  /** Per cent of the usual spread, for each side. */
  readonly percent: string;
  readonly commission: '' | 'perLot' | 'ofMargin' | 'perMillion';
  readonly rate: string;
  readonly swap: '' | 'free' | 'points' | 'annualPercent';
  readonly long: string;
  readonly short: string;
  readonly maxLeverage: string;
  /** `none`: no tiers, although the category has some. */
  readonly tiering: '' | 'own' | 'none';
  readonly tiers: readonly TierForm[];
  readonly offered: '' | 'yes' | 'no';
  /** `none`: no guaranteed stops, although the category has them. */
  readonly guarantee: '' | 'points' | 'none';
  /** Points. */
  readonly premium: string;
  readonly distance: string;
}

type Hedged = 'both' | 'larger' | 'none';

/** A group as typed. */
export interface GroupForm {
  readonly name: string;
  readonly note: string;
  readonly stopOut: string;
  readonly marginCall: string;
  readonly hedged: Hedged;
  readonly rules: readonly RuleForm[];
}

/** The parts of a rule, each of which is looked up on its own. */
export const RULE_PARTS = ['markup', 'commission', 'swap', 'maxLeverage', 'tiers', 'offered', 'guarantee'] as const;
export type RulePart = (typeof RULE_PARTS)[number];

/** A rule that changes nothing, to begin with. */
export function emptyRule(target: string): RuleForm {
  return {
    target,
    markup: '',
    bid: '',
    ask: '',
    percent: '',
    commission: '',
    rate: '',
    swap: '',
    long: '',
    short: '',
    maxLeverage: '',
    tiering: '',
    tiers: [],
    offered: '',
    guarantee: '',
    premium: '',
    distance: '',
  };
}

export const EMPTY_GROUP: GroupForm = { name: '', note: '', stopOut: '', marginCall: '', hedged: 'both', rules: [] };

/** The target of a rule of the category or the instrument with this number. */
export function targetOf({ scope, id }: Pick<GroupRule, 'scope' | 'id'>): string {
  return `${scope} ${id}`;
}

/** The category or the instrument of a target. */
export function scopeOf(target: string): Pick<GroupRule, 'scope' | 'id'> {
  const [scope, id] = target.split(' ');
  return { scope: scope === 'category' ? 'category' : 'instrument', id: Number(id) };
}

/** A group's definition as its form shows it. */
export function formOf(group: Definition): GroupForm {
  return {
    name: group.name,
    note: group.note,
    stopOut: text(group.stopOutPercent),
    marginCall: text(group.marginCallPercent),
    hedged: group.hedgedMargin ?? 'both',
    rules: group.rules.map(ruleFormOf),
  };
}

function ruleFormOf(rule: Definition['rules'][number]): RuleForm {
  const { markup, commission, swap, tiers, offered, guarantee } = rule;
  return {
    ...emptyRule(targetOf(rule)),
    ...(markup !== null && { markup: markup.mode }),
    ...(markup?.mode === 'points' && { bid: text(markup.bid), ask: text(markup.ask) }),
    ...(markup?.mode === 'spreadShare' && { percent: markup.percent }),
    ...(commission !== null && { commission: commission.mode, rate: commission.rate }),
    ...(swap !== null && { swap: swap.mode }),
    ...(swap !== null && swap.mode !== 'free' && { long: swap.long, short: swap.short }),
    maxLeverage: text(rule.maxLeverage),
    ...(tiers !== null && {
      tiering: tiers.length === 0 ? ('none' as const) : ('own' as const),
      tiers: tiers.map(({ fromUsd: from, leverage }) => ({ from, leverage: text(leverage) })),
    }),
    ...(offered !== null && { offered: offered ? ('yes' as const) : ('no' as const) }),
    ...(guarantee && { guarantee: guarantee.mode }),
    ...(guarantee?.mode === 'points' && { premium: text(guarantee.premium), distance: text(guarantee.distance) }),
  };
}

function text(value: number | null): string {
  return value === null ? '' : String(value);
}

/**
 * The definition that a form means. Text that is not a number stays text in a numeric field, so that the schema of the
 * call refuses it.
 */
export function definitionOf(form: GroupForm): Readonly<Record<string, unknown>> {
  return {
    name: form.name.trim(),
    note: form.note.trim(),
    stop_out_percent: wholeOrNull(form.stopOut),
    margin_call_percent: wholeOrNull(form.marginCall),
    // Absent for the usual one, as in definitions from before there was another.
    ...(form.hedged !== 'both' && { hedged_margin: form.hedged }),
    rules: form.rules.map((rule) => ({
      ...scopeOf(rule.target),
      markup: markupOf(rule),
      commission: rule.commission === '' ? null : { mode: rule.commission, rate: figure(rule.rate) },
      swap: swapOf(rule),
      max_leverage: wholeOrNull(rule.maxLeverage),
      tiers: tiersOf(rule),
      offered: rule.offered === '' ? null : rule.offered === 'yes',
      // Absent where it says nothing, as in definitions from before guaranteed stops.
      ...(rule.guarantee !== '' && { guarantee: guaranteeOf(rule) }),
    })),
  };
}

function markupOf({ markup, bid, ask, percent }: RuleForm): unknown {
  if (markup === 'points') return { mode: markup, bid: whole(bid), ask: whole(ask) };
  return markup === '' ? null : { mode: markup, percent: figure(percent) };
}

function guaranteeOf({ guarantee, premium, distance }: RuleForm): unknown {
  return guarantee === 'none'
    ? { mode: guarantee }
    : { mode: guarantee, premium: whole(premium), distance: whole(distance) };
}

function swapOf({ swap, long, short }: RuleForm): unknown {
  if (swap === '') return null;
  return swap === 'free' ? { mode: swap } : { mode: swap, long: figure(long), short: figure(short) };
}

function tiersOf({ tiering, tiers }: RuleForm): unknown {
  if (tiering === '') return null;
  if (tiering === 'none') return [];
  return tiers.map(({ from, leverage }) => ({ from_usd: wholeFigure(from), leverage: whole(leverage) }));
}

function whole(typed: string): unknown {
  const written = wholeFigure(typed);
  return /^-?\d{1,15}$/.test(written) ? Number(written) : written;
}

function wholeOrNull(typed: string): unknown {
  return typed.trim() === '' ? null : whole(typed);
}

/** A typed whole figure. A comma or a point would stand between thousands, so a text with one stays as it is. */
export function wholeFigure(typed: string): string {
  return /[.,]/.test(typed) ? typed.trim() : figure(typed);
}

/** A typed figure without what does not change it: spaces at its ends, a decimal comma for the point, needless zeros. */
export function figure(typed: string): string {
  const written = pointFigure(typed);
  if (!isPlainFigure(written)) return written;
  const [front = '', fraction = ''] = written.split('.');
  const digits = fraction.replace(/0+$/, '');
  const least = front.replace(/^(-?)0+(?=\d)/, '$1');
  const shortest = digits === '' ? least : `${least}.${digits}`;
  return shortest === '-0' ? '0' : shortest;
}
