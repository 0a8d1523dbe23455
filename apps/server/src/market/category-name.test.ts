import { expect, it } from 'vitest';
import { categoryName } from './category-name.ts';

it('names a category that an operator added by the words of its slug', () => {
  expect(categoryName('soft_commodities', 'de')).toBe('Soft commodities');
});
