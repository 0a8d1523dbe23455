import { LANGUAGE_CODES, serverKeysUnder } from '@fairlot/i18n';
import { expect, it } from 'vitest';
import { mailName } from './mail-name.ts';

const KINDS = serverKeysUnder('mail.')
  .filter((key) => key.endsWith('.subject'))
  .map((key) => key.split('.')[1] ?? '');

it.each(LANGUAGE_CODES)('every kind of mail has a name of its own in %s', (language) => {
  const names = KINDS.map((kind) => mailName(kind, language));
  expect(KINDS.length).toBeGreaterThan(50);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => /[{}]|_|^\P{L}*$/u.test(name) || name.length > 90)).toEqual([]);
});

it('is the subject without its figures, or the code of a kind that is no longer sent', () => {
  expect(mailName('deposit_credited', 'en')).toBe('Deposit credited');
  expect(mailName('statement_daily', 'en')).toBe('Your statement of …');
  expect(mailName('code_reset', 'en')).toBe('Code for a new password');
  expect(mailName('kind_of_before', 'en')).toBe('kind_of_before');
});
