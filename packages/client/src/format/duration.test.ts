import { expect, it } from 'vitest';
import { formatDuration } from './duration.ts';

it.each([
  [0, '0 sec'],
  [59.6, '1 min'],
  [89, '1 min'],
  [3_569, '59 min'],
  [3_599, '1 hr'],
  [84_599, '23 hr'],
  [84_601, '1 day'],
  [10 * 86_400, '10 days'],
])('a duration of %d seconds is written as %s', (seconds, text) => {
  expect(formatDuration(seconds, 'en')).toBe(text);
});

it('has Latin digits and the units of every language', () => {
  expect(formatDuration(3 * 3_600, 'fa')).toMatch(/^\D*3\D+$/);
  expect(formatDuration(3 * 3_600, 'de')).toBe('3 Std.');
});
