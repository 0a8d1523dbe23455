import { describe, expect, it } from 'vitest';
import { isSameName } from './same-name.ts';

describe('isSameName', () => {
  it.each([
    ['Anna Müller', 'MULLER, Anna'],
    ['José  García-López', 'jose garcia lopez'],
    ['李 小龙', '小龙 李'],
  ])('takes %s for %s', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
  });
  it.each([
    ['Anna Müller', 'Anna Moller'],
    ['Anna Müller', 'Anna'],
    ['Anna Müller', 'Anna Maria Müller'],
    ['李 小龙', '李 小红'],
  ])('tells %s from %s', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });
});
