import { calls } from '@fairlot/contract';
import { LEDGER_TYPES } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { ledgerTypes } from './ledger-types.ts';
import { areDays, searchOf, filterOf } from './statement-filter.ts';

describe('the address of a statement', () => {
  it('round-trips a filter', () => {
    const filter = {
      period: 'range',
      from: '2026-01-01',
      to: '2026-12-31',
      instrument: 3,
      side: 'sell',
      type: 8,
    } as const;
    expect(filterOf(`?${searchOf(filter)}`)).toEqual(filter);
    expect(searchOf(filterOf('?period=week'))).toBe('period=week');
  });

  it('names every ledger type, as the contract takes it', () => {
    const types = Object.values(LEDGER_TYPES);
    expect(ledgerTypes(String).map(({ value }) => value)).toEqual(types);
    for (const type of types) {
      expect(filterOf(searchOf({ period: 'month', type })).type).toBe(type);
      expect(calls.statementMovements.input.safeParse({ type }).success).toBe(true);
      expect(calls.statementFile.input.safeParse({ type, part: 'movements' }).success).toBe(true);
    }
    const unknown = Math.max(...types) + 1;
    expect(filterOf(searchOf({ period: 'month', type: unknown })).type).toBeUndefined();
    expect(calls.statementMovements.input.safeParse({ type: unknown }).success).toBe(false);
  });

  it('falls back to this month without filters if invalid', () => {
    for (const search of [
      '',
      '?period=never',
      '?period=range',
      '?period=range&from=2026-01-02&to=2026-01-01',
      '?side=up&instrument=-1&type=99',
    ]) {
      expect(searchOf(filterOf(search))).toBe('period=month');
    }
  });

  it('allows ranges of at most a year', () => {
    expect(areDays('2024-01-01', '2024-12-31')).toBe(true);
    expect(areDays('2024-01-01', '2025-01-01')).toBe(false);
    expect(areDays('2024-13-01', '2024-13-02')).toBe(false);
  });
});
