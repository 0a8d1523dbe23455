import { uidOf } from '@fairlot/contract';
import { expect, it } from 'vitest';
import { shownUser, userNumber } from './user-number.ts';

it('takes a uid as the lists show it, and a number of fewer digits', () => {
  expect(userNumber(uidOf(4))).toBe('4');
  expect(userNumber(` ${uidOf(12_345_678)} `)).toBe('12345678');
  expect(userNumber('4')).toBe('4');
  expect(userNumber('')).toBe('');
  for (const text of ['10000000', 'client', '1.5', '-4', '9'.repeat(16)]) expect(userNumber(text)).toBeUndefined();
});

it('shows the uid of a number that a link has', () => {
  expect(userNumber(shownUser('4'))).toBe('4');
  expect(shownUser('')).toBe('');
});
