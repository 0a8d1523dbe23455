import { camelKeys } from '@fairlot/client';
import { groupDefinition } from '@fairlot/contract';
import type { GroupDefinition, GroupRule } from '@fairlot/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_GROUP, definitionOf, emptyRule, formOf } from './rule.ts';

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
