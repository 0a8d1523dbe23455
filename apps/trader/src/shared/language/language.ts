import { clientText, languageCookie } from '@fairlot/i18n';
import type { ClientText } from '@fairlot/i18n';
import { createLanguage } from '@fairlot/web';

/** Looks up a text in the catalogue. The compiler checks the keys. */
export type Text = ClientText;

/** The visitor's language: the cookie's, or the site's default without a cookie, until the visitor chooses another. */
export const {
  startLanguage,
  loadTexts,
  changeLanguage,
  currentLanguage,
  onLanguage,
  useLanguage,
  useLanguageInfo,
  useText,
  useTimes,
  usePercent,
} = createLanguage<ClientText>({
  load: clientText,
  keep: (code) => {
    document.cookie = languageCookie(code, location.protocol === 'https:');
  },
  onApplied: (code) => {
    // The manifest names the installed page's shortcuts in this language.
    document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.json?lang=${code}`);
  },
});
