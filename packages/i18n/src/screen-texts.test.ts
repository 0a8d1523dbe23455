import { describe, expect, it } from 'vitest';
import { languageOf } from './languages.ts';
import { sayBy } from './say.ts';
import { clientText, officeText } from './screen-texts.ts';

describe('texts of the screens', () => {
  it('are in the chosen language', async () => {
    expect((await clientText('de'))('common.cancel')).toBe('Abbrechen');
    expect((await officeText('de'))('menu.overview')).not.toBe((await officeText('en'))('menu.overview'));
  });

  it('follow the plural rules of the language', () => {
    const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];
    const catalogue = Object.fromEntries(categories.map((category) => [`test_${category}`, `${category} {{count}}`]));
    const t = sayBy<'test'>(catalogue, languageOf('ar'));
    expect([0, 1, 2, 3, 11, 100].map((count) => t('test', { count }))).toEqual([
      'zero 0',
      'one 1',
      'two 2',
      'few 3',
      'many 11',
      'other 100',
    ]);
  });

  it('insert values unchanged: without HTML escapes and without replacement patterns', async () => {
    const t = await clientText('en');
    expect(t('error.network', { code: 'A & B' })).toContain('(A & B)');
    expect(t('error.network', { code: '$& {{code}}' })).toContain('($& {{code}})');
  });
});
