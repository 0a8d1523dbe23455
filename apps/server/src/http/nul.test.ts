import { describe, expect, it } from 'vitest';
import { findNul } from './nul.ts';

describe('a NUL character', () => {
  it.each([
    ['name', { name: 'a\0b' }],
    ['list.1', { list: ['a', '\0'] }],
    ['terms.logo', { id: 1, terms: { logo: '/\0' } }],
    ['map', { map: { 'k\0': 1 } }],
  ])('is found at %s', (path, input) => {
    expect(findNul(input)).toBe(path);
  });

  it.each([[{}], [{ a: 'b', c: [1, null, undefined, 5n, { d: '\u0001' }] }], [undefined], [null], ['text']])(
    'is not found where there is none: case %#',
    (input) => {
      expect(findNul(input)).toBeUndefined();
    },
  );
});
