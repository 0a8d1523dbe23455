import { describe, expect, it } from 'vitest';
import { FIRST_SELECTION, firstDays, groupsOf, selectionInput } from './selection.ts';

describe('the selection of a report', () => {
  it('leaves out what its kind does not have', () => {
    const entered = { ...FIRST_SELECTION, by: 'client', user: '7', group: '5', instrument: '3' };
    expect(selectionInput({ ...entered, kind: 'ledger' })).toEqual({
      kind: 'ledger',
      accounts: 'real',
      by: 'each',
      user_id: '7',
      group_id: '5',
    });
    expect(selectionInput({ ...entered, kind: 'trades' })).toMatchObject({ by: 'each', instrument_id: '3' });
    expect(selectionInput({ ...entered, kind: 'results', accounts: 'demo' })).toEqual({
      kind: 'results',
      accounts: 'demo',
      by: 'client',
      user_id: '7',
      group_id: '5',
      instrument_id: '3',
    });
  });

  it('offers the groups in which the accounts can be', () => {
    const groups = [{ id: 1 }, { id: 2 }, { id: 5 }];
    expect(groupsOf(FIRST_SELECTION, groups)).toEqual([{ id: 1 }, { id: 5 }]);
    expect(groupsOf({ ...FIRST_SELECTION, accounts: 'demo' }, groups)).toEqual([{ id: 2 }, { id: 5 }]);
  });

  it('begins with the days of this month in UTC', () => {
    expect(firstDays(Date.UTC(2026, 10, 23, 23, 59))).toEqual({ first: '2026-11-01', last: '2026-11-23' });
  });
});
