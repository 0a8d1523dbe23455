import { expect, it } from 'vitest';
import { CODES } from './codes.ts';

it('gives every reason a code of its own', () => {
  const reasons = Object.entries(CODES);
  const shared = reasons.filter(([, code], at) => reasons.findIndex(([, other]) => other === code) !== at);
  expect(shared).toEqual([]);
});
