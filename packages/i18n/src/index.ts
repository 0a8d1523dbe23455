/**
 * Languages and every text of the platform.
 *
 * - Table: LANGUAGES, languageOf(code) (tag for Intl, direction, name, redUp), parseLanguage, languageFromCookie, languageCookie.
 * - Browser: `const t = await clientText(code)`, then `t('trade.side.buy')`, typed by catalogues/en.
 * - Notes on trades: `const t = await tradeNotesText(code)`; a chunk of its own, catalogues/{code}/trade-notes.json.
 * - Back office: `const t = await officeText(code)`; its texts are catalogues/{code}/office.json.
 * - Server: `translate(lang, 'memo.deposit')`, `refusalMessage(lang, reason, detail)`, `instrumentName(lang, code)`; no React.
 * - Isolates: `isolate('+1.20')` and `isolateWords(name)` for figures and names inside a sentence of either direction.
 *
 * To add a text: put it into an area of catalogues/en and of every other language; tests compare their keys. Keys of plural
 * texts end in _one, _other and so on, the categories of Intl.PluralRules for the language.
 */
export type { ClientCatalogue } from './client-catalogues.ts';
export { isolate, isolateWords } from './isolate.ts';
export * from './languages.ts';
export type { OfficeCatalogue } from './office-catalogue.ts';
export { clientText, officeText } from './screen-texts.ts';
export type { ClientText, OfficeText } from './screen-texts.ts';
export { fill, placeholders } from './template.ts';
export type { Params } from './template.ts';
export { tradeNotesText } from './trade-notes-catalogue.ts';
export type { TradeNotesText } from './trade-notes-catalogue.ts';
export * from './translate.ts';
export { writtenDirection } from './written.ts';
