import { describe, expect, it } from 'vitest';
import {
  LANGUAGES,
  LANGUAGE_CODES,
  languageCookie,
  languageFromCookie,
  languageOfTag,
  languageOr,
  parseLanguage,
} from './languages.ts';

/** Scripts in use that run from right to left, by ISO 15924. */
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm']);

describe('the language table', () => {
  it('lists each code once', () => {
    expect(LANGUAGES.map(({ code }) => code)).toEqual([...LANGUAGE_CODES]);
    expect(new Set(LANGUAGES.map(({ tag }) => tag)).size).toBe(LANGUAGES.length);
  });

  it.each(LANGUAGES)('has a tag that Intl maps to the same language ($code)', ({ tag, name, direction }) => {
    expect(Intl.PluralRules.supportedLocalesOf(tag)).toEqual([tag]);
    const said = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? '';
    // CLDR's name of the language in itself; it may also name a script or a region.
    const first = name.replace('Bahasa ', '').slice(0, 2).toLowerCase();
    expect(said.toLowerCase()).toContain(tag === 'zh-Hant-HK' ? '中文' : first);
    expect(direction).toBe(RIGHT_TO_LEFT.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr');
  });

  it.each(LANGUAGES)('writes percentages as CLDR does ($code)', ({ tag, percent }) => {
    // Exceptions: Russian terminals write no space, French typography a narrow one. Direction marks are removed, because isolates replace them.
    const said = new Intl.NumberFormat(`${tag}-u-nu-latn`, { style: 'percent' })
      .format(0)
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\s/g, ' ');
    expect(percent.replaceAll(/\s/g, tag === 'ru' ? '' : ' ')).toBe(tag === 'ru' ? said.replace(' ', '') : said);
  });

  it('accepts tw as hk and refuses unlisted codes', () => {
    expect(parseLanguage('tw')).toBe('hk');
    for (const other of ['', 'HK', 'zh', 'constructor', '__proto__', 'en-US', null, undefined])
      expect(parseLanguage(other)).toBeUndefined();
    expect(languageOr('xx')).toBe('hk');
    expect(languageOr('xx', 'en')).toBe('en');
  });

  it('finds the language of a browser', () => {
    for (const { tag, code } of LANGUAGES) expect(languageOfTag(tag)).toBe(code);
    expect(['de-AT', 'pt-BR', 'zh-TW', 'ms-MY'].map(languageOfTag)).toEqual(['de', 'pt', 'hk', 'my']);
    for (const other of ['', 'nb-NO', 'fil', 'zhx']) expect(languageOfTag(other)).toBeUndefined();
  });

  it('starts in Traditional Chinese unless the cookie holds a valid code', () => {
    expect(languageFromCookie('')).toBe('hk');
    expect(languageFromCookie('company_id=3; lang=de; other=ar')).toBe('de');
    expect(languageFromCookie('lang=tw')).toBe('hk');
    expect(languageFromCookie('lang=klingon')).toBe('hk');
    expect(languageFromCookie('xlang=de')).toBe('hk');
    expect(languageFromCookie(languageCookie('fi', false).split(';')[0] ?? '')).toBe('fi');
    expect(languageCookie('fi', true)).toMatch(/; secure$/);
  });
});
