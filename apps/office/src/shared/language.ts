import { languageOf, officeText, parseLanguage } from '@fairlot/i18n';
import type { LanguageCode, OfficeText } from '@fairlot/i18n';
import { create } from 'zustand';
import { readStored, writeStored } from './persisted.ts';

/** The trader's language cookie is not the office's: an operator may look at both on one machine. */
const KEY = 'fairlot.office.language';
/** Operators get English until they choose. */
const FIRST: LanguageCode = 'en';

/** The language in force and its texts; nothing is shown before they are there. Screens ask useText and useLanguage. */
export const useLanguageStore = create<{ readonly code: LanguageCode; readonly t: OfficeText }>(() => ({
  code: storedLanguage(),
  t: (key) => key,
}));

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

/** Loads the texts of the stored language. */
export async function loadTexts(): Promise<void> {
  apply(currentLanguage(), await officeText(currentLanguage()));
}

/** Changes the language as soon as its texts are there. */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  const t = await officeText(code);
  writeStored(localStorage, KEY, code);
  apply(code, t);
}

function apply(code: LanguageCode, t: OfficeText): void {
  const { tag, direction } = languageOf(code);
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
  useLanguageStore.setState({ code, t });
}
