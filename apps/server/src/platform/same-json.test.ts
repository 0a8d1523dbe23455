import { expect, it } from 'vitest';
import { isSameJson } from './same-json.ts';

it.each([
  [
    { a: 1, b: [2n, { c: 'd' }] },
    { b: [2n, { c: 'd' }], a: 1 },
  ],
  [{ a: 1, b: undefined }, { a: 1 }],
  [10n ** 30n, 10n ** 30n],
  [undefined, undefined],
])('%o and %o are the same', (one, other) => {
  expect(isSameJson(one, other)).toBe(true);
});

it.each([
  [{ a: 1n }, { a: 2n }],
  [{ a: 1n }, { a: 1 }],
  [{ a: null }, {}],
  [
    [1, 2],
    [2, 1],
  ],
  [10n ** 30n, 10n ** 30n + 1n],
  [undefined, null],
])('%o and %o differ', (one, other) => {
  expect(isSameJson(one, other)).toBe(false);
});
