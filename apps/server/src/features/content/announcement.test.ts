import { expect, it } from 'vitest';
import { fixedText } from './announcement.ts';

const EXCLUDED = ['KP', 'IL', 'CN', 'VU', 'CU'];

it('names the excluded countries in the reader’s language', () => {
  const countries = {
    en: ['North Korea', 'Israel', 'China', 'Vanuatu', 'Cuba'],
    hk: ['北韓', '以色列', '中國', '瓦努阿圖', '古巴'],
    de: ['Nordkorea', 'Israel', 'China', 'Vanuatu', 'Kuba'],
    ar: ['كوريا الشمالية', 'إسرائيل', 'الصين', 'فانواتو', 'كوبا'],
  } as const;
  for (const [language, names] of Object.entries(countries)) {
    const text = fixedText(language as keyof typeof countries, EXCLUDED);
    for (const name of names) expect(text).toContain(name);
  }
  expect(fixedText('en', EXCLUDED)).toMatch(
    /^For policy reasons, the service is not offered to North Korea, Israel, China, Vanuatu,? and Cuba\./,
  );
});

it('lists the countries of the setting, or none', () => {
  expect(fixedText('en', ['CU'])).toContain('not offered to Cuba.');
  expect(fixedText('en', [])).not.toContain('not offered');
});
