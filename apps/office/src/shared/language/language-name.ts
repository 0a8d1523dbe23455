import { languageOf, languageOr, parseLanguage } from '@fairlot/i18n';

/** The own name of a language; the code itself for an unknown one. */
export function languageName(code: string): string {
  const known = parseLanguage(code);
  return known === undefined ? code : languageOf(known).name;
}

/** The BCP 47 tag of a language, so that screen readers read its texts in its own voice. */
export function languageTag(code: string): string {
  return languageOf(languageOr(code)).tag;
}
