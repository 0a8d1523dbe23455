import { camelKeys } from '@fairlot/client';
import { groupDefinition } from '@fairlot/contract';
import type { GroupDefinition, GroupRule } from '@fairlot/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_GROUP, definitionOf, emptyRule, figure, formOf } from './rule.ts';
import type { GroupForm } from './rule.ts';

const rate = fc
  .tuple(fc.nat(100_000), fc.nat(99_999_999))
  .map(([front, fraction]) => `${front}.${String(fraction).padStart(8, '0')}`.replace(/\.?0+$/, ''))
  .map((text) => (text === '' ? '0' : text));
const rule = fc.record<Omit<GroupRule, 'id'>>({
  scope: fc.constantFrom('category', 'instrument'),
  markup: fc.option(
    fc.oneof(
      fc.record({ mode: fc.constant('points' as const), bid: fc.nat(500), ask: fc.nat(500) }),
      fc.record({ mode: fc.constant('spreadShare' as const), percent: fc.nat(9_999).map(String) }),
    ),
  ),
  commission: fc.option(fc.record({ mode: fc.constantFrom('perLot', 'ofMargin', 'perMillion'), rate })),
  swap: fc.option(
    fc.oneof(
      fc.constant({ mode: 'free' as const }),
      fc.record({ mode: fc.constantFrom('points' as const, 'annualPercent' as const), long: rate, short: rate }),
    ),
  ),
  max_leverage: fc.option(fc.integer({ min: 1, max: 2000 })),
  tiers: fc.option(
    fc.array(fc.record({ from_usd: fc.nat(1_000_000).map(String), leverage: fc.integer({ min: 1, max: 2000 }) }), {
      maxLength: 20,
    }),
  ),
  offered: fc.option(fc.boolean()),
});
const definition = fc.record<GroupDefinition>({
  name: fc.constantFrom('Club', 'VIP 2', 'نادي'),
  note: fc.constantFrom('', 'For large accounts'),
  stop_out_percent: fc.option(fc.integer({ min: 10, max: 90 })),
  margin_call_percent: fc.option(fc.integer({ min: 11, max: 1000 })),
  rules: fc.array(rule, { maxLength: 5 }).map((rules) => rules.map((each, index) => ({ ...each, id: index + 1 }))),
});

it('a definition that is shown in its form and not touched stays as it is', () => {
  fc.assert(
    fc.property(definition, (given) => {
      expect(definitionOf(formOf(camelKeys(given)))).toEqual(given);
      expect(groupDefinition.parse(given)).toEqual(given);
    }),
  );
});

it('typed figures are sent as numbers, and what is none is left to the schema to refuse', () => {
  const typed = {
    ...EMPTY_GROUP,
    name: ' Club ',
    stopOut: '5O',
    rules: [
      { ...emptyRule('category 2'), markup: 'points' as const, bid: ' 2', ask: '', commission: 'perLot' as const },
      { ...emptyRule('instrument 7'), commission: 'perMillion' as const, rate: '30,50', maxLeverage: '100' },
    ],
  };
  const sent = definitionOf(typed);
  expect(sent).toMatchObject({
    name: 'Club',
    stop_out_percent: '5O',
    rules: [
      { scope: 'category', id: 2, markup: { mode: 'points', bid: 2, ask: '' }, commission: { rate: '' } },
      { scope: 'instrument', id: 7, commission: { mode: 'perMillion', rate: '30.5' }, max_leverage: 100 },
    ],
  });
  const checked = groupDefinition.safeParse(sent);
  expect(checked.error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual([
    'rules.0.commission.rate',
    'rules.0.markup.ask',
    'stop_out_percent',
  ]);
});

it('a figure is read as it is meant or left to the schema to refuse, never as another one', () => {
  expect(['1,5', ' 0,25', '0,125', '30.50', '-1,2500'].map(figure)).toEqual(['1.5', '0.25', '0.125', '30.5', '-1.25']);
  const refused = ['250,000', '1,234,567', '1,234.5', '1.234,5', '25 400', "25'400", '٢٥', '２５'];
  expect(refused.map(figure)).toEqual(refused);
});

const tiersFrom = (from: string): GroupForm => ({
  ...EMPTY_GROUP,
  name: 'Club',
  rules: [
    {
      ...emptyRule('category 2'),
      tiering: 'own',
      tiers: [
        { from: '0', leverage: '100' },
        { from, leverage: '20' },
      ],
    },
  ],
});

it.each(['250,000', '250.000', '250 000', '250,0', '250000,00'])('a tier from %s is refused', (from) => {
  expect(groupDefinition.safeParse(definitionOf(tiersFrom('250000'))).success).toBe(true);
  expect(groupDefinition.safeParse(definitionOf(tiersFrom(from))).success).toBe(false);
});

it.each(['1,000', '1.000', '1,0'])('a leverage of %s is refused', (maxLeverage) => {
  const rules = [{ ...emptyRule('category 2'), maxLeverage }];
  const sent = definitionOf({ ...EMPTY_GROUP, name: 'Club', rules });
  expect(groupDefinition.safeParse(sent).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'rules.0.max_leverage',
  ]);
});
