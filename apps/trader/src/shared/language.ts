import { createI18n, languageCookie, languageFromCookie, languageOf, setLanguage } from '@fairlot/i18n';
import type { Language, LanguageCode } from '@fairlot/i18n';
import type { i18n } from 'i18next';
import { create } from 'zustand';

const useLanguageStore = create<{ readonly code: LanguageCode }>(() => ({ code: languageFromCookie(document.cookie) }));
let texts: Promise<i18n> | undefined;

/** Code of the language in force, for the `lang` header. */
export function currentLanguage(): LanguageCode {
  return useLanguageStore.getState().code;
}

/** Code of the language in force, for components. */
export function useLanguage(): LanguageCode {
  return useLanguageStore(({ code }) => code);
}

/** Tag, name and direction of the language in force. */
export function useLanguageInfo(): Language {
  return languageOf(useLanguage());
}

/** The texts of the language that the cookie names; Traditional Chinese without one. Loaded once. */
export function loadTexts(): Promise<i18n> {
  texts ??= createI18n(currentLanguage()).then((instance) => {
    applyToPage(currentLanguage());
    return instance;
  });
  return texts;
}

/** Changes the language as soon as its texts are there, and remembers it for a year. Rejects when they cannot be loaded. */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  await setLanguage(await loadTexts(), code);
  document.cookie = languageCookie(code);
  applyToPage(code);
  useLanguageStore.setState({ code });
}

function applyToPage(code: LanguageCode): void {
  const { tag, direction } = languageOf(code);
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}
