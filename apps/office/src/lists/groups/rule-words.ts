import { formatCount, formatLeverage } from '@fairlot/client';
import type { PercentFormat } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { FieldName, Text } from '../../shared/language/text.ts';
import { hasPart } from './group-merge.ts';
import { figure } from './rule.ts';
import type { RuleForm, RulePart } from './rule.ts';

/** The names of the parts of a rule. */
export const PART_FIELDS = {
  markup: 'markup',
  commission: 'commission',
  swap: 'swap',
  maxLeverage: 'max_leverage',
  tiers: 'tiers',
  offered: 'offered',
  guarantee: 'guarantee',
} as const satisfies Readonly<Record<RulePart, FieldName>>;

/** One part of a rule in words; a dash where the rule says nothing about it. */
export function partWords(t: Text, percent: PercentFormat, part: RulePart, rule: RuleForm | undefined): string {
  if (rule === undefined || !hasPart(rule, part)) return '–';
  switch (part) {
    case 'markup':
      return rule.markup === 'points'
        ? distanceWords(t, rule.bid, rule.ask)
        : t('groups.shareWords', { percent: isolate(percent.ofFigure(shown(rule.percent))) });
    case 'commission':
      return t(`groups.${COMMISSION[rule.commission === '' ? 'perLot' : rule.commission]}`, {
        rate: isolate(shown(rule.rate)),
      });
    case 'swap':
      return swapWords(t, percent, rule);
    case 'maxLeverage':
      return isolate(formatLeverage(figure(rule.maxLeverage)));
    case 'tiers':
      return rule.tiering === 'none' ? t('groups.noTiers') : tierLines(t, rule).join(' · ');
    case 'offered':
      return t(rule.offered === 'yes' ? 'form.yes' : 'groups.notOffered');
    case 'guarantee':
      return rule.guarantee === 'none'
        ? t('groups.guaranteeNone')
        : t('groups.guaranteeWords', {
            premium: isolate(shown(rule.premium)),
            distance: isolate(shown(rule.distance)),
          });
  }
}

const COMMISSION = {
  perLot: 'perLotWords',
  ofMargin: 'ofMarginWords',
  perMillion: 'perMillionWords',
} as const;

/** The distance of the clients' prices from the market's, in points. */
export function distanceWords(t: Text, bid: string | number, ask: string | number): string {
  return t('groups.pointsWords', { bid: away('−', bid), ask: away('+', ask) });
}

function away(sign: string, points: string | number): string {
  const written = shown(String(points));
  return isolate(written === '0' ? written : `${sign}${written}`);
}

function swapWords(t: Text, percent: PercentFormat, { swap, long, short }: RuleForm): string {
  if (swap === 'free') return t('groups.swapFree');
  const rates = [long, short].map((rate) => isolate(swap === 'points' ? shown(rate) : percent.ofFigure(shown(rate))));
  const [written, other] = [rates[0] ?? '', rates[1] ?? ''];
  return t(swap === 'points' ? 'groups.swapPoints' : 'groups.swapPercent', { long: written, short: other });
}

/** The tiers of a rule in words, one by one. */
export function tierLines(t: Text, { tiers }: RuleForm): readonly string[] {
  return tiers.map(({ from, leverage }) =>
    t('groups.tierWords', { from: isolate(shown(from)), leverage: isolate(formatLeverage(figure(leverage))) }),
  );
}

/** A typed figure as the pages write figures; a text that is none stays. */
function shown(typed: string): string {
  const written = figure(typed);
  return /^-?\d/.test(written) ? formatCount(written) : written;
}
