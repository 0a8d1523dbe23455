import { expect, it } from 'vitest';
import { pageSizes } from '../../tools/src/page-sizes.ts';

it('the built page is within its size limits: start, chart, sheets, and each language', () => {
  const steps = pageSizes('apps/trader/dist');
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.filter(({ size, limit }) => size > limit)).toEqual([]);
});
