import { describe, expect, it } from 'vitest';
import { LANGUAGES, languageOf } from './languages.ts';
import { sayBy } from './say.ts';
import { clientText, officeText } from './screen-texts.ts';

describe('texts of the screens', () => {
  it('are there in the chosen language when it resolves', async () => {
    expect((await clientText('de'))('common.cancel')).toBe('Abbrechen');
    expect((await officeText('de'))('menu.overview')).not.toBe((await officeText('en'))('menu.overview'));
  });

  it.each(LANGUAGES)('speak $code, and English where it lacks a text', async ({ code }) => {
    const t = await clientText(code);
    expect(t('common.cancel')).not.toBe('common.cancel');
  });

  it('come in English where a language lacks them, with the plurals of English', () => {
    const t = sayBy<'own' | 'orders'>([
      { catalogue: { own: 'omat' }, language: languageOf('fi') },
      { catalogue: { own: 'own', orders_one: '{{count}} order', orders_other: '{{count}} orders' }, language: languageOf('en') },
    ]);
    expect([t('own'), t('orders', { count: 1 }), t('orders', { count: 5 })]).toEqual(['omat', '1 order', '5 orders']);
  });

  it('follow the plural rules of the language', () => {
    const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];
    const catalogue = Object.fromEntries(categories.map((category) => [`test_${category}`, `${category} {{count}}`]));
    const t = sayBy<'test'>([{ catalogue, language: languageOf('ar') }]);
    expect([0, 1, 2, 3, 11, 100].map((count) => t('test', { count }))).toEqual(['zero 0', 'one 1', 'two 2', 'few 3', 'many 11', 'other 100']);
  });

  it('do not escape what React escapes already, and fill in what looks like a pattern as it is', async () => {
    const t = await clientText('en');
    expect(t('error.network', { code: 'A & B' })).toContain('(A & B)');
    expect(t('error.network', { code: '$& {{code}}' })).toContain('($& {{code}})');
  });
});
