import { DEFAULT_LANGUAGE, LANGUAGES, type LanguageCode } from '@fairlot/i18n';

/** Chooses a text by language. Falls back to English, the platform's default, and the first one. */
export function nearest<T extends { readonly language: string }>(
  texts: readonly T[],
  language: LanguageCode,
): T | undefined {
  const inLanguage = (code: string): T | undefined => texts.find((text) => text.language === code);
  return inLanguage(language) ?? inLanguage('en') ?? inLanguage(DEFAULT_LANGUAGE) ?? texts[0];
}

/** Tells whether a code is one of the platform's languages. */
export function isLanguage(code: string): code is LanguageCode {
  return LANGUAGES.some((language) => language.code === code);
}
