import { describe, expect, it } from 'vitest';
import { acceptedTotpStep, newTotpSecret, totpCode, totpSecretText, totpStep, totpUri } from './totp.ts';

/** The secret of RFC 6238, appendix B, and RFC 4226, appendix D. */
const SECRET = Buffer.from('12345678901234567890');

describe('one-time passwords', () => {
  it.each([
    // RFC 6238, appendix B, the last six of its eight digits.
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are those of the RFC at %i s', (seconds, code) => {
    expect(totpCode(SECRET, totpStep(seconds * 1000))).toBe(code);
  });

  it('match RFC 4226, appendix D, by counter', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
    expect(codes.map((_code, counter) => totpCode(SECRET, counter))).toEqual(codes);
  });

  it('work one step early and late, and only once', () => {
    const now = 1_111_111_111_000;
    const step = totpStep(now);
    for (const near of [step - 1, step, step + 1])
      expect(acceptedTotpStep(SECRET, totpCode(SECRET, near), now, undefined)).toBe(near);
    for (const far of [step - 2, step + 2])
      expect(acceptedTotpStep(SECRET, totpCode(SECRET, far), now, undefined)).toBeUndefined();
    expect(acceptedTotpStep(SECRET, totpCode(SECRET, step), now, step)).toBeUndefined();
    expect(acceptedTotpStep(SECRET, totpCode(SECRET, step - 1), now, step)).toBeUndefined();
    expect(acceptedTotpStep(SECRET, totpCode(SECRET, step + 1), now, step)).toBe(step + 1);
    for (const nonsense of ['', '12345', '1234567', 'abcdef'])
      expect(acceptedTotpStep(SECRET, nonsense, now, undefined)).toBeUndefined();
  });

  it('have a base32 secret for authenticators', () => {
    // RFC 4648, section 10.
    expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => totpSecretText(Buffer.from(text)))).toEqual([
      'MY',
      'MZXQ',
      'MZXW6',
      'MZXW6YQ',
      'MZXW6YTB',
      'MZXW6YTBOI',
    ]);
    expect(totpUri(SECRET, 'Fair & lot', 'a:b@c')).toBe(
      'otpauth://totp/Fair%20%26%20lot:a%3Ab%40c?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Fair%20%26%20lot',
    );
    expect(newTotpSecret()).toHaveLength(20);
  });
});
