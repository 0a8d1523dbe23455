import { describe, expect, it } from 'vitest';
import { createI18n, languageOfI18n, setLanguage } from './create-i18n.ts';

describe('texts of the screens', () => {
  it('are there in the chosen language when it resolves', async () => {
    const i18n = await createI18n('de');
    expect(i18n.t('common.cancel')).toBe('Abbrechen');
    expect(languageOfI18n(i18n)).toBe('de');
  });

  it('come in English where a language has none yet, under its own code', async () => {
    const i18n = await createI18n('my');
    expect(i18n.t('common.cancel')).toBe('Cancel');
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
    const forms = [0, 1, 2, 3, 11, 100].map((count) => i18n.t('home.instrumentCount', { count }));
    expect(new Set(forms.map((text) => text.replaceAll(/\d+/g, ''))).size).toBeGreaterThanOrEqual(5);
    expect(forms[3]).toBe('3 أدوات');
  });

  it('do not escape what React escapes already', async () => {
    const i18n = await createI18n('en');
    expect(i18n.t('home.chartOf', { name: 'A & B' })).toBe('Price chart of A & B');
  });
});
