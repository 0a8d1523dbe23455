import { describe, expect, it } from 'vitest';
import { areaById, namedAreas } from './areas.ts';
import { countryOfMobile, readTarget } from './target.ts';
import { passwordProblem } from './weak-passwords.ts';

const everywhere = namedAreas('en', () => false);
const area = (code: string): string => String(everywhere.find((each) => each.code === code)?.id);
const read = (type: 'email' | 'mobile', text: string, of = ''): string => {
  const target = readTarget(type, text, of);
  return target.ok ? target.data.address : target.reason;
};

describe('email addresses', () => {
  it.each([
    ['Ada.Lovelace+fx@Example.COM', 'ada.lovelace+fx@example.com'],
    ['用戶@example.com', '用戶@example.com'],
    ['ﬁ@example.com', 'fi@example.com'],
  ])('are normalized: %s', (text, address) => {
    expect(read('email', text)).toBe(address);
  });

  it.each([
    '',
    'nobody',
    'a@b',
    'a@@b.example',
    'a b@c.example',
    'a@b..example',
    'a@.b.example',
    'a@b.example\nbcc: c@d.example',
    'a@b.example,c@d.example',
    '<a@b.example>',
    '"a"@b.example',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b'.repeat(250)}.example`,
    'a\u202E@b.example',
    'a@b.1',
  ])('are rejected: %j', (text) => {
    expect(read('email', text)).toBe('email_invalid');
  });
});

describe('mobile numbers', () => {
  it.each([
    ['0151 23456789', 'DE', '+4915123456789'],
    ['+49 151 23456789', 'DE', '+4915123456789'],
    ['9123 4567', 'HK', '+85291234567'],
    ['(201) 555-0123', 'US', '+12015550123'],
    ['+44 7400 123456', 'DE', 'mobile_invalid'],
    ['030 1234567', 'DE', 'mobile_invalid'],
    ['12', 'DE', 'mobile_invalid'],
  ])('%s in %s is read as %s', (text, code, address) => {
    expect(read('mobile', text, area(code))).toBe(address);
  });

  it('yield their country from the digits alone', () => {
    expect([
      countryOfMobile('+4915123456789'),
      countryOfMobile('+85091234567'),
      countryOfMobile('ada@example.com'),
    ]).toEqual(['DE', 'KP', undefined]);
  });
});

describe('areas', () => {
  it('have unique and stable ids', () => {
    expect(new Set(everywhere.map(({ id }) => id)).size).toBe(everywhere.length);
    expect(everywhere.length).toBeGreaterThan(230);
    expect([area('AC'), area('DE'), area('ZW')]).toEqual(['30', '113', '725']);
    expect(areaById('113')?.code).toBe('DE');
    expect(areaById('0')).toBeUndefined();
  });

  it("are named and sorted in the reader's language", () => {
    expect(namedAreas('de', () => false).find(({ code }) => code === 'AT')?.name).toBe('Österreich');
    const three = namedAreas('de', (country) => !['AT', 'OM', 'PK'].includes(country));
    expect(three.map(({ code }) => code)).toEqual(['OM', 'AT', 'PK']);
    expect(namedAreas('hk', () => false).find(({ code }) => code === 'JP')?.name).toBe('日本');
  });
});

describe('passwords', () => {
  it.each(['seven77', '', 'äöüäöü7'])('are rejected as too short: %s', (password) => {
    expect(passwordProblem(password, 'ada@example.com', 'Harbour')).toBe('password_too_short');
  });

  it.each([
    'password',
    'Password123!',
    'p@ssw0rd',
    '12345678',
    '87654321',
    '1234567890',
    'aaaaaaaa',
    'abababab',
    'abcdefgh',
    'qwertyuiop',
    'ada@example.com',
    'lovelace99',
    'harbour2026',
    'butterfly7',
    '159753159',
  ])('are rejected as guessable: %s', (password) => {
    expect(
      passwordProblem(password, password === 'lovelace99' ? 'lovelace@example.com' : 'ada@example.com', 'Harbour'),
    ).toBe('password_known');
  });

  it.each(['a quiet harbour', 'tr0ub4dor&3', '密碼密碼馬電池釘書', 'x9$kQm2!'])('are accepted: %s', (password) => {
    expect(passwordProblem(password, 'ada@example.com', 'Harbour')).toBeUndefined();
  });
});
