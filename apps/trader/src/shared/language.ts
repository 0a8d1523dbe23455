import { clientText, languageCookie, languageFromCookie, languageOf } from '@fairlot/i18n';
import type { ClientText, Language, LanguageCode } from '@fairlot/i18n';
import { create } from 'zustand';

/** The language in force and its texts; nothing is shown before they are there. Screens ask useText and useLanguage. */
export const useLanguageStore = create<{ readonly code: LanguageCode; readonly t: ClientText }>(() => ({
  code: languageFromCookie(document.cookie),
  t: (key) => key,
}));
let texts: Promise<ClientText> | undefined;

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

/** The texts of the language in force: of that which the cookie names, Traditional Chinese without one, until another is chosen. */
export function loadTexts(): Promise<ClientText> {
  texts ??= clientText(currentLanguage()).then((t) => {
    apply(currentLanguage(), t);
    return t;
  });
  return texts;
}

/** Changes the language as soon as its texts are there, and remembers it for a year. Rejects when they cannot be loaded. */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  const t = await clientText(code);
  texts = Promise.resolve(t);
  document.cookie = languageCookie(code);
  apply(code, t);
}

function apply(code: LanguageCode, t: ClientText): void {
  const { tag, direction } = languageOf(code);
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
  // The installed page has its shortcuts in the language of the page.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.json?lang=${code}`);
  useLanguageStore.setState({ code, t });
}
