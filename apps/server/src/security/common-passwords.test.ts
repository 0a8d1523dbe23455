import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('isCommonPassword', () => {
  it('finds every word of the list, also in capitals and with a year', () => {
    const words = dictionary['passwords-common'];
    expect(words.length).toBeGreaterThan(49_000);
    for (const form of [(word: string) => word, (word: string) => word.toUpperCase()])
      expect(words.filter((word) => !isCommonPassword(form(word)))).toEqual([]);
    expect(words.filter((word) => /^[a-z]{5,}$/.test(word) && !isCommonPassword(`${word}2024!`))).toEqual([]);
  });

  it.each(
    `1qazxsw2 qwer1234 aa123456 chocolate butterfly rockyou1 12341234 159753159 bitcoin123 Summer2024 password123
     P@ssw0rd! letmein1 zaq1zaq1 1q2w3e4r5t 11112222 monkeymonkey 123qwe123qwe abcd1234 !!welcome!! trader2026
     michael1984 12345678910 20041224 qwertyuiop123456789 liverpool#1 asdfasdf ferrari599 superman99 drag0n123`
      .split(/\s+/)
      .filter((word) => word !== ''),
  )('finds %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['Harbour Markets 1', 'harbour2026', 'MARKETS!!'])('finds the site’s name: %s', (password) => {
    expect(isCommonPassword(password, ['Harbour Markets'])).toBe(true);
  });

  it.each(['ada.lovelace1', 'Lovelace!', 'lovelace1815'])('finds the account’s own name: %s', (password) => {
    expect(isCommonPassword(password, ['Fairlot', 'ada.lovelace@example.com'])).toBe(true);
  });

  it.each([
    'a quiet harbour',
    'harbour lantern mosaic',
    'x9$kQm2!',
    'Zt7#qLw0!mVx',
    'nine grey herons wade',
    'Fahrradklingel-Mittwoch',
    '密碼密碼馬電池釘書',
    '雲の上の灯台と静かな海辺',
    'kelp98frost41mint',
    '739104825617',
  ])('accepts %s', (password) => {
    expect(isCommonPassword(password, ['Fairlot', 'ada@example.com'])).toBe(false);
  });
});
