import { describe, expect, it } from 'vitest';
import {
  LANGUAGES,
  LANGUAGE_CODES,
  languageCookie,
  languageFromCookie,
  languageOr,
  parseLanguage,
} from './languages.ts';

describe('the language table', () => {
  it('lists the 21 codes of the specification, each once', () => {
    expect(LANGUAGES.map(({ code }) => code)).toEqual([...LANGUAGE_CODES]);
    expect(new Set(LANGUAGES.map(({ tag }) => tag)).size).toBe(21);
  });

  it.each(LANGUAGES)('gives Intl a tag that it knows as the language meant ($code)', ({ tag, name, direction }) => {
    expect(Intl.PluralRules.supportedLocalesOf(tag)).toEqual([tag]);
    const said = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? '';
    // The language's own name for itself, as CLDR has it; scripts and regions may be named beside it.
    const first = name.replace('Bahasa ', '').slice(0, 2).toLowerCase();
    expect(said.toLowerCase()).toContain(tag === 'zh-Hant-HK' ? '中文' : first);
    expect(direction).toBe(['ar', 'fa'].includes(tag) ? 'rtl' : 'ltr');
  });

  it.each(LANGUAGES)('writes per cents as CLDR says ($code)', ({ tag, percent }) => {
    // Russian terminals write no space, against CLDR; French has the narrow one of its printers. Marks of direction are left to isolation.
    const said = new Intl.NumberFormat(`${tag}-u-nu-latn`, { style: 'percent' })
      .format(0)
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\s/g, ' ');
    expect(percent.replaceAll(/\s/g, tag === 'ru' ? '' : ' ')).toBe(tag === 'ru' ? said.replace(' ', '') : said);
  });

  it('reads tw as hk and nothing that it does not list', () => {
    expect(parseLanguage('tw')).toBe('hk');
    for (const other of ['', 'HK', 'zh', 'constructor', '__proto__', 'en-US', null, undefined])
      expect(parseLanguage(other)).toBeUndefined();
    expect(languageOr('xx')).toBe('hk');
    expect(languageOr('xx', 'en')).toBe('en');
  });

  it('starts in Traditional Chinese unless the cookie holds a valid code', () => {
    expect(languageFromCookie('')).toBe('hk');
    expect(languageFromCookie('company_id=3; lang=de; other=ar')).toBe('de');
    expect(languageFromCookie('lang=tw')).toBe('hk');
    expect(languageFromCookie('lang=klingon')).toBe('hk');
    expect(languageFromCookie('xlang=de')).toBe('hk');
    expect(languageFromCookie(languageCookie('fi').split(';')[0] ?? '')).toBe('fi');
  });
});
