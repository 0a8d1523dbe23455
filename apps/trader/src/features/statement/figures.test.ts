import type { Statement } from '@fairlot/client';
import { expect, it } from 'vitest';
import { lessOf, sumOf } from './Amount.tsx';
import { instrumentCosts } from './figures.ts';

const plain: Statement['instruments'][number] = {
  instrument: { id: 1, code: 'EURUSD', showCode: 'EUR/USD', logo: '', pricePrecision: 5 },
  trades: 2,
  lots: '0.20',
  winRate: '50.00',
  grossProfit: '10.000000',
  grossLoss: '-4.000000',
  fees: '-0.600000',
  swaps: '-0.100000',
  corrections: '0.000000',
  premiums: '0.000000',
  net: '5.300000',
};
const guaranteed = { ...plain, premiums: '-3.000000', net: '2.300000' };

const keys = (instruments: Statement['instruments']): readonly string[] =>
  instrumentCosts(instruments, (key) => key).map(({ key }) => key);

it('the costs of instruments contain premiums where one was paid, so that a row adds up to its net', () => {
  const costs = instrumentCosts([plain, guaranteed], (key) => key);
  for (const row of [plain, guaranteed]) {
    const shown = sumOf(row.grossProfit, row.grossLoss, ...costs.map(({ key }) => row[key]));
    expect(Number(lessOf(row.net, shown))).toBe(0);
  }
  expect(keys([plain])).toEqual(['fees', 'swaps']);
});
