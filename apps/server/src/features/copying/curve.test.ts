import { rate } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { drawdown, worstDay } from './pages.ts';

const curve = (...growth: readonly string[]) =>
  growth.map((text, day) => ({ day: day * 86_400_000, growth: rate(text) }));

it('the drawdown is the largest fall from the highest point so far, which is at least the beginning', () => {
  expect(drawdown(curve('0.1', '0.2', '-0.1', '0.5', '0.2'))).toBe(rate('0.25'));
  expect(drawdown(curve('-0.5', '-0.25'))).toBe(rate('0.5'));
  expect(drawdown(curve('0.1', '0.2'))).toBe(0n);
});

it('the worst day is the one with the lowest growth from the day before', () => {
  expect(worstDay(curve('0.1', '0.2', '-0.1', '0.5', '0.2'))).toEqual({ day: 2 * 86_400_000, growth: rate('-0.25') });
  expect(worstDay(curve())).toBeUndefined();
});
