import { asRate } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { crossing } from './crossing.ts';

const percent = (value: number) => asRate(BigInt(Math.round(value * 1e8)));

it('warns once at or below the level, and again only after five points above it', () => {
  let warned = false;
  const steps = [150, 100.01, 100, 99, 101, 104.99, 90, 105, 100.5, 100].map((value) => {
    const step = crossing(percent(value), 100, warned);
    if (step !== 'none') warned = step === 'warn';
    return step;
  });
  expect(steps).toEqual(['none', 'none', 'warn', 'none', 'none', 'none', 'none', 'recover', 'none', 'warn']);
});

it('counts an account without positions as recovered', () => {
  expect(crossing(undefined, 100, false)).toBe('none');
  expect(crossing(undefined, 100, true)).toBe('recover');
});

it('follows another level of the site, and a level below zero', () => {
  expect(crossing(percent(149), 150, false)).toBe('warn');
  expect(crossing(percent(154), 150, true)).toBe('none');
  expect(crossing(percent(-20), 100, false)).toBe('warn');
});
