import { expect, it } from 'vitest';
import { withSign, withUnit, writeFigure } from './figure.ts';

it.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567.8912', '1,234,567.8912'],
  ['-1234.50', '−1,234.50'],
  ['-0.00', '0.00'],
  ['-0.01', '−0.01'],
])('%s is written %s', (plain, written) => {
  expect(writeFigure(plain)).toBe(written);
});

it('puts a plus before gains and no sign before zero', () => {
  expect(['12.00', '−12.00', '0.00', '–'].map(withSign)).toEqual(['+12.00', '−12.00', '0.00', '–']);
});

it('joins figure and unit with a no-break space', () => {
  expect(withUnit('1,234.50', 'USD')).toBe('1,234.50\u00A0USD');
});
