import { describe, expect, it } from 'vitest';
import { createI18n, languageOfI18n, setLanguage } from './create-i18n.ts';

describe('texts of the screens', () => {
  it('are there in the chosen language when it resolves', async () => {
    const i18n = await createI18n('de');
    expect(i18n.t('common.cancel')).toBe('Abbrechen');
    expect(languageOfI18n(i18n)).toBe('de');
  });

  it('are found under the platform’s code and known to Intl under the tag', async () => {
    const i18n = await createI18n('my');
    expect(i18n.t('common.cancel')).toBe('Batal');
    expect(languageOfI18n(i18n)).toBe('my');
    expect(i18n.language).toBe('ms');
  });

  it('change with the language', async () => {
    const i18n = await createI18n('en');
    await setLanguage(i18n, 'ar');
    expect(i18n.t('common.cancel')).toBe('إلغاء');
    expect(i18n.dir()).toBe('rtl');
  });

  it('follow the plural rules of the language', async () => {
    const i18n = await createI18n('ar');
    for (const category of ['zero', 'one', 'two', 'few', 'many', 'other']) i18n.addResource(i18n.language, 'client', `test_${category}`, `${category} {{count}}`);
    const say = i18n.t as unknown as (key: string, values: { count: number }) => string;
    expect([0, 1, 2, 3, 11, 100].map((count) => say('test', { count }))).toEqual(['zero 0', 'one 1', 'two 2', 'few 3', 'many 11', 'other 100']);
  });

  it('do not escape what React escapes already', async () => {
    const i18n = await createI18n('en');
    expect(i18n.t('error.network', { code: 'A & B' })).toContain('(A & B)');
  });
});
