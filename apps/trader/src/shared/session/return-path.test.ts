import { expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

it('returns only paths of this page', () => {
  expect(returnPath('/order?type=1')).toBe('/order?type=1');
  expect(returnPath('/trade')).toBe('/trade');
  for (const hostile of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login?from=/login',
    '',
    null,
  ]) {
    expect(returnPath(hostile)).toBe('/');
  }
});
