import { DEFAULT_LANGUAGE, LANGUAGES } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';

/** The text to show to somebody: in their language, else in English, else in the platform's default, else in the first. */
export function nearest<T extends { readonly language: string }>(
  texts: readonly T[],
  language: LanguageCode,
): T | undefined {
  const inLanguage = (code: string): T | undefined => texts.find((text) => text.language === code);
  return inLanguage(language) ?? inLanguage('en') ?? inLanguage(DEFAULT_LANGUAGE) ?? texts[0];
}

/** Whether a code is one of the platform's languages. */
export function isLanguage(code: string): code is LanguageCode {
  return LANGUAGES.some((language) => language.code === code);
}
