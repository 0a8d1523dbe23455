import { money } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { amountProblem, readDollars, wholeCents } from './amount.ts';

const BOUNDS = { least: money('10'), most: money('50000'), available: money('99.999999') };

describe('a typed amount', () => {
  it.each([
    ['10', 10_000_000n],
    ['10,5', 10_500_000n],
    ['٢٠', 20_000_000n],
    ['0', undefined],
    ['1.234', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['-5', undefined],
  ])('%j', (typed, amount) => expect(readDollars(typed)).toBe(amount));

  it('reports the first problem', () => {
    for (const nothing of ['', ' ', '0', '0,00'])
      expect(amountProblem(nothing, BOUNDS)).toEqual({ key: 'money.enterAmount' });
    for (const unclear of ['ten', '1.234', '1,234', '1.000,50', '1 000'])
      expect(amountProblem(unclear, BOUNDS)).toEqual({ key: 'money.plainAmount' });
    expect(amountProblem('9.99', BOUNDS)).toEqual({ key: 'draw.belowMinimum', least: '10.00' });
    expect(amountProblem('50000.01', BOUNDS)).toEqual({ key: 'draw.aboveMaximum', most: '50,000.00' });
    expect(amountProblem('100', BOUNDS)).toEqual({ key: 'draw.aboveBalance', available: '99.99' });
    expect(amountProblem('99.99', BOUNDS)).toBeUndefined();
    expect(amountProblem('100', { least: money('10'), most: money('50000') })).toBeUndefined();
  });

  it('of the whole balance never exceeds it', () =>
    expect([wholeCents(money('99.999999')), wholeCents(money('0'))]).toEqual(['99.99', '0.00']));
});
