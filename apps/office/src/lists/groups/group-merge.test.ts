import { describe, expect, it } from 'vitest';
import { groupChanges, mergeGroups } from './group-merge.ts';
import { EMPTY_GROUP, emptyRule, figure } from './rule.ts';
import type { GroupForm, RuleForm } from './rule.ts';

const rule = (target: string, parts: Partial<RuleForm> = {}): RuleForm => ({ ...emptyRule(target), ...parts });
const group = (parts: Partial<GroupForm>): GroupForm => ({ ...EMPTY_GROUP, name: 'Club', ...parts });

describe('the changes of a group', () => {
  it('names the parts that mean something else, and none that are only typed otherwise', () => {
    const before = group({
      stopOut: '50',
      rules: [
        rule('category 1', { markup: 'points', bid: '2', ask: '3' }),
        rule('instrument 5', { tiering: 'own', tiers: [{ from: '0', leverage: '100' }] }),
      ],
    });
    const typedOtherwise = group({
      stopOut: ' 050',
      rules: [
        rule('instrument 5', { tiering: 'own', tiers: [{ from: '0.0', leverage: '100' }] }),
        // The share is of another choice, so it does not count.
        rule('category 1', { markup: 'points', bid: '2.0', ask: '3,00', percent: '40' }),
      ],
    });
    expect(groupChanges(before, typedOtherwise)).toEqual([]);
    const after = group({
      stopOut: '',
      rules: [rule('category 1', { markup: 'spreadShare', percent: '40' }), rule('instrument 7', { offered: 'no' })],
    });
    expect(
      groupChanges(before, after).map((change) =>
        change.kind === 'field' ? change.field : `${change.target} ${change.part}`,
      ),
    ).toEqual(['stopOut', 'category 1 markup', 'instrument 5 tiers', 'instrument 7 offered']);
  });

  it.each([
    ['1.50', '1.5'],
    ['-0,00', '0'],
    ['007', '7'],
    ['', ''],
    ['a lot', 'a lot'],
    ['100', '100'],
  ])('reads %s as %s', (typed, read) => expect(figure(typed)).toBe(read));
});

describe('two people who change a group', () => {
  const base = group({
    note: 'old',
    rules: [rule('category 1', { maxLeverage: '100' }), rule('category 2', { offered: 'no' }), rule('instrument 9')],
  });

  it('keeps what only one of them changed, and mine where both did', () => {
    const mine = group({
      note: 'mine',
      rules: [rule('category 1', { maxLeverage: '50' }), rule('category 2', { offered: 'no' })],
    });
    const theirs = group({
      note: 'theirs',
      stopOut: '80',
      rules: [
        rule('category 1', { maxLeverage: '100' }),
        rule('category 2', { offered: 'yes' }),
        rule('instrument 9'),
        rule('instrument 3', { swap: 'free' }),
      ],
    });
    expect(mergeGroups(base, mine, theirs)).toEqual(
      group({
        note: 'mine',
        stopOut: '80',
        rules: [
          rule('category 1', { maxLeverage: '50' }),
          rule('category 2', { offered: 'yes' }),
          rule('instrument 9'),
          rule('instrument 3', { swap: 'free' }),
        ],
      }),
    );
  });

  it('removes a rule that I removed, and keeps one that I changed when the colleague removed it', () => {
    const mine = group({ note: 'old', rules: [rule('category 2', { offered: 'yes' }), rule('instrument 9')] });
    const theirs = group({ note: 'old', rules: [rule('category 1', { maxLeverage: '100' })] });
    expect(mergeGroups(base, mine, theirs).rules).toEqual([rule('category 2', { offered: 'yes' })]);
  });
});
