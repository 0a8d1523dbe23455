import { describe, expect, it } from 'vitest';
import { readAccountNumber, readSwift } from './bank-account.ts';

describe('readAccountNumber', () => {
  // Examples from the IBAN registry.
  it.each([
    ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['gb29nwbk60161331926819', 'GB29NWBK60161331926819'],
    ['012-345678-9', '0123456789'],
  ])('reads %s as %s', (text, expected) => expect(readAccountNumber(text)).toBe(expected));
  it.each(['DE89 3704 0044 0532 0130 01', 'DE8937040044053201300', '12', '', 'account one', '1'.repeat(35)])(
    'rejects %j',
    (text) => expect(readAccountNumber(text)).toBeUndefined(),
  );
});

describe('readSwift', () => {
  it.each([
    ['deutdeff', 'DEUTDEFF'],
    ['DEUTDEFF500', 'DEUTDEFF500'],
    ['', ''],
  ])('reads %j as %j', (text, expected) => expect(readSwift(text)).toBe(expected));
  it.each(['DEUT', 'DEUTDEFF50', '1234DEFF'])('rejects %j', (text) => expect(readSwift(text)).toBeUndefined());
});
