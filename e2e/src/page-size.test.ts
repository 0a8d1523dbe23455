import { expect, it } from 'vitest';
import { pageSizes } from '../../tools/src/page-sizes.ts';

it('the built page keeps the limits of its parts: start, chart, sheets, and each language', () => {
  const parts = pageSizes('apps/trader/dist');
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.filter(({ size, limit }) => size > limit)).toEqual([]);
});
