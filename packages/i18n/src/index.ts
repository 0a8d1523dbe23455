/**
 * Languages and every text of the platform.
 *
 * - Table: LANGUAGES, languageOf(code) (tag for Intl, direction, name, redUp), parseLanguage, languageFromCookie, languageCookie.
 * - Browser: `const i18n = await createI18n(code)` for I18nextProvider, then `const { t } = useTranslation()` and
 *   `t('trade.buy')`, typed by catalogues/en; `setLanguage(i18n, code)`, `languageOfI18n(i18n)`.
 * - Back office: `createI18n(code, 'office')`, then `useTranslation('office')`; its texts are catalogues/{code}/office.json.
 * - Server: `translate(lang, 'memo.deposit')`, `refusalMessage(lang, reason, detail)`, `instrumentName(lang, code)`; no React.
 *
 * To add a text: put it in catalogues/en/{shell,trading,server}.json, then in hk, de and ar; a test holds them together.
 * Plural texts end in _one, _other and so on, as Intl.PluralRules names the categories of each language.
 */
export { createI18n, languageOfI18n, setLanguage } from './create-i18n.ts';
export { COMPLETE_LANGUAGES } from './client-catalogues.ts';
export type { ClientCatalogue } from './client-catalogues.ts';
export * from './languages.ts';
export type { OfficeCatalogue } from './office-catalogue.ts';
export * from './translate.ts';
