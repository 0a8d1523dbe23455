import { expect, it } from 'vitest';
import { priceColoursFor } from './preferences.ts';

it('shows rises in red in languages with that custom, unless the trader chose otherwise', () => {
  expect(['hk', 'jp', 'kr'].map((code) => priceColoursFor(null, code as 'hk'))).toEqual(['red-up', 'red-up', 'red-up']);
  expect(priceColoursFor(null, 'de')).toBe('green-up');
  expect(priceColoursFor('blue-orange', 'hk')).toBe('blue-orange');
});
