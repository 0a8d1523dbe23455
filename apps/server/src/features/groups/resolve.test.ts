import type { GroupRule } from '@fairlot/contract';
import { price, rate } from '@fairlot/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { REFERENCE_INSTRUMENTS } from '../../market/reference/instruments.ts';
import type { GroupRecord } from './record.ts';
import { resolveGroup } from './resolve.ts';

const NOTHING = { markup: null, commission: null, swap: null, max_leverage: null, tiers: null, offered: null };
const [eurusd, fixed] = [
  REFERENCE_INSTRUMENTS.find(({ code }) => code === 'EURUSD'),
  REFERENCE_INSTRUMENTS.find(({ marginMode }) => marginMode === 'fixed'),
];
if (eurusd === undefined) throw new Error('EURUSD is not in the catalogue');

function recordOf(rules: readonly GroupRule[], spreads = {}, id = 5): GroupRecord {
  const levels = { stop_out_percent: null, margin_call_percent: null };
  return { id, version: 1, spreads, definition: { name: 'Club', note: '', ...levels, rules: [...rules] } };
}

const nullable = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null });
const anyRule = fc.record({
  markup: nullable([{ mode: 'points', bid: 3, ask: 4 } as const, { mode: 'points', bid: 0, ask: 0 } as const]),
  commission: nullable([{ mode: 'perMillion', rate: '30' } as const]),
  swap: nullable([{ mode: 'free' } as const, { mode: 'annualPercent', long: '-2', short: '1' } as const]),
  max_leverage: nullable([20, 100]),
  tiers: nullable([[], [{ from_usd: '0', leverage: 100 }]]),
  offered: nullable([true, false]),
});

it('takes each value from the instrument’s rule, else from its category’s, whatever the order of the rules', () => {
  fc.assert(
    fc.property(fc.option(anyRule), fc.option(anyRule), fc.boolean(), (own, category, isFirst) => {
      const rules: GroupRule[] = [
        ...(own === null ? [] : [{ scope: 'instrument', id: eurusd.id, ...own } as const]),
        ...(category === null ? [] : [{ scope: 'category', id: eurusd.categoryId, ...category } as const]),
      ];
      const terms = resolveGroup(recordOf(isFirst ? rules : rules.toReversed()), [eurusd])?.terms[0];
      const value = <Name extends keyof typeof NOTHING>(name: Name) => own?.[name] ?? category?.[name] ?? undefined;
      const markup = value('markup');
      expect(terms?.markup?.bid ?? 0n).toBe(markup === undefined ? 0n : price('0.00001') * BigInt(markup.bid));
      expect(terms?.commission?.rate).toBe(value('commission') && rate('30'));
      const swap = value('swap');
      expect(terms?.swap?.long).toBe(swap && rate(swap.mode === 'free' ? '0' : '-2'));
      if (terms?.swap !== undefined) expect(terms.swap.tripleWeekday).toBe(eurusd.swap.tripleWeekday);
      expect(terms?.maxLeverage).toBe(value('max_leverage'));
      expect(terms?.tiers?.length ?? 0).toBe(value('tiers')?.length ?? 0);
      expect(terms?.offered).toBe(value('offered') === false ? false : undefined);
    }),
  );
});

it('resolves a share of the spread with the spreads of the saving, half-even to whole steps', () => {
  const rule = { ...NOTHING, scope: 'category', id: eurusd.categoryId } as const;
  const shareOf = (percent: string, spreads: object) =>
    resolveGroup(recordOf([{ ...rule, markup: { mode: 'spreadShare', percent } }], spreads), [eurusd])?.terms[0]?.markup
      ?.ask;
  expect(shareOf('50', { [eurusd.id]: 7 })).toBe(price('0.00004'));
  expect(shareOf('50', { [eurusd.id]: 9 })).toBe(price('0.00004'));
  expect(shareOf('12.5', { [eurusd.id]: 100 })).toBe(price('0.00012'));
  expect(shareOf('50', {})).toBeUndefined();
});

it('gives tiers of a category to no instrument of a fixed margin, and rows by ascending number', () => {
  const categories = [...new Set(REFERENCE_INSTRUMENTS.map(({ categoryId }) => categoryId))];
  const tiers = [{ from_usd: '0', leverage: 10 }];
  const rules = categories.map((id) => ({ ...NOTHING, scope: 'category', id, tiers }) as const);
  const terms = resolveGroup(recordOf(rules), REFERENCE_INSTRUMENTS.toReversed())?.terms ?? [];
  expect(terms.map(({ instrument }) => instrument)).toEqual(
    REFERENCE_INSTRUMENTS.filter(({ marginMode }) => marginMode !== 'fixed')
      .map(({ id }) => id)
      .sort((one, other) => one - other),
  );
  expect(fixed).toBeDefined();
});

it('needs no row for a group of new accounts without terms, but one for each other group', () => {
  expect(resolveGroup(recordOf([], {}, 1), [eurusd])).toBeUndefined();
  expect(resolveGroup(recordOf([], {}, 5), [eurusd])).toEqual({ id: 5, terms: [] });
});
