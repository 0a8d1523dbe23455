import { expect, it } from 'vitest';
import { problemsOf } from './group-problems.ts';
import { EMPTY_GROUP, emptyRule } from './rule.ts';
import type { GroupForm, RuleForm } from './rule.ts';

const rule = (parts: Partial<RuleForm>): RuleForm => ({ ...emptyRule('category 1'), offered: 'yes', ...parts });
const group = (parts: Partial<GroupForm>): GroupForm => ({ ...EMPTY_GROUP, name: 'Club', ...parts });
const tiers = (...steps: readonly (readonly [string, string])[]): Partial<RuleForm> => ({
  tiering: 'own',
  tiers: steps.map(([from, leverage]) => ({ from, leverage })),
});

it.each<[string, GroupForm, Record<string, string>]>([
  ['nothing', group({ stopOut: '50', marginCall: '80', rules: [rule(tiers(['0', '100'], ['50000', '20']))] }), {}],
  ['no name', group({ name: ' ' }), { name: 'missing' }],
  ['a level that is no number', group({ stopOut: '5o' }), { stop_out_percent: 'bad' }],
  ['a margin call at the stop-out', group({ stopOut: '50', marginCall: '50' }), { margin_call_percent: 'level' }],
  ['a level with decimals', group({ stopOut: '12.50' }), { stop_out_percent: 'bad' }],
  ['a level with a comma between thousands', group({ marginCall: '1,000' }), { margin_call_percent: 'grouped' }],
  [
    'a tier with a comma between thousands',
    group({ rules: [rule(tiers(['0', '100'], ['250,000', '20']))] }),
    { 'rules.0.tiers.1.from_usd': 'grouped' },
  ],
  [
    'a markup without its ask',
    group({ rules: [rule({ markup: 'points', bid: '1' })] }),
    { 'rules.0.markup.ask': 'missing' },
  ],
  [
    'a commission beyond its bound',
    group({ rules: [rule({ commission: 'ofMargin', rate: '1.5' })] }),
    { 'rules.0.commission.rate': 'bad' },
  ],
  [
    'a first tier that does not begin at zero',
    group({ rules: [rule(tiers(['100', '50']))] }),
    { 'rules.0.tiers.0.from_usd': 'tiers' },
  ],
  [
    'tiers that neither rise nor fall',
    group({ rules: [rule(tiers(['0', '50'], ['0', '50']))] }),
    { 'rules.0.tiers.1.from_usd': 'tiers', 'rules.0.tiers.1.leverage': 'tiers' },
  ],
  ['own tiers without one', group({ rules: [rule(tiers())] }), { 'rules.0.tiers': 'tiers' }],
  ['a rule that says nothing', group({ rules: [emptyRule('instrument 4')] }), { 'rules.0': 'nothing' }],
])('finds %s', (_, form, problems) => {
  expect(Object.fromEntries(problemsOf(form))).toEqual(problems);
});
