import { createI18n, languageOf, parseLanguage, setLanguage } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import type { i18n } from 'i18next';
import { create } from 'zustand';
import { readStored, writeStored } from './persisted.ts';

/** The trader's language cookie is not the office's: an operator may look at both on one machine. */
const KEY = 'fairlot.office.language';
/** Operators get English until they choose. */
const FIRST: LanguageCode = 'en';

const useLanguageStore = create<{ readonly code: LanguageCode }>(() => ({ code: storedLanguage() }));
let texts: Promise<i18n> | undefined;

function storedLanguage(): LanguageCode {
  const stored = readStored(localStorage, KEY);
  return (typeof stored === 'string' ? parseLanguage(stored) : undefined) ?? FIRST;
}

/** Code of the language in force, for the `lang` header. */
export function currentLanguage(): LanguageCode {
  return useLanguageStore.getState().code;
}

/** Code of the language in force, for components. */
export function useLanguage(): LanguageCode {
  return useLanguageStore(({ code }) => code);
}

/** The texts of the stored language. Loaded once. */
export function loadTexts(): Promise<i18n> {
  texts ??= createI18n(currentLanguage(), 'office').then((instance) => {
    applyToPage(currentLanguage());
    return instance;
  });
  return texts;
}

/** Changes the language as soon as its texts are there. */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  await setLanguage(await loadTexts(), code);
  writeStored(localStorage, KEY, code);
  applyToPage(code);
  useLanguageStore.setState({ code });
}

function applyToPage(code: LanguageCode): void {
  const { tag, direction } = languageOf(code);
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}
