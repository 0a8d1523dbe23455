import { expect, it } from 'vitest';
import { keepsToKey } from './programs.ts';

it.each([
  ['patroni 3.0.2', false],
  ['patroni 2.1.7', false],
  ['patroni 3.0.3', true],
  ['patroni 3.1.0', true],
  ['patroni 4.0.6', true],
  ['', false],
])('knows whether %s respects the key of another primary', (version, isSafe) => {
  expect(keepsToKey(version)).toBe(isSafe);
});
