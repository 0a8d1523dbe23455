import { expect, it } from 'vitest';
import { mixed } from './kline-styles.ts';

it('adds transparency to long hex colours and to short ones, which the build makes of them', () => {
  expect(mixed('#ffffff', 70)).toBe('#ffffffb3');
  expect(mixed('#fff', 70)).toBe('#ffffffb3');
  expect(mixed('#A3f', 0)).toBe('#AA33ff00');
  expect(mixed('rebeccapurple', 70)).toBe('rebeccapurple');
});
