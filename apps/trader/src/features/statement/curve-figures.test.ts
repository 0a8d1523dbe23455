import { formatMoneyText } from '@fairlot/client';
import { expect, it } from 'vitest';
import { curveFigures } from './curve-figures.ts';

const at = (value: string) => ({ time: '2026-11-22T00:00:00Z', value, balance: value });

it('rounds a figure as the summary does, also where a float would round it the other way', () => {
  const figures = curveFigures({
    opening: { total: '100028.725000' },
    curve: { balance: [at('100028.725000'), at('99987.725000')], equity: [at('100003.288567')] },
  });
  // Half-even; the float 100028.725 has the text 100028.73 with two decimals.
  expect(formatMoneyText(figures.high)).toBe('100,028.72');
  expect(figures).toEqual({
    low: '99987.725000',
    high: '100028.725000',
    first: '100028.725000',
    last: '99987.725000',
  });
});

it('orders by value, not by text, and leaves out a start without money', () => {
  const figures = curveFigures({
    opening: { total: '0.000000' },
    curve: { balance: [at('9.000000'), at('10.000000')], equity: [at('-1.500000'), { ...at('0'), value: null }] },
  });
  expect(figures).toEqual({ low: '-1.500000', high: '10.000000', first: '9.000000', last: '10.000000' });
});
