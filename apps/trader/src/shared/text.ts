import type { ClientText } from '@fairlot/i18n';
import { useLanguageStore } from './language.ts';

/** The catalogue's text for a key; keys are checked by the compiler. */
export type Text = ClientText;

/** Texts of the visitor's language. */
export function useText(): Text {
  return useLanguageStore(({ t }) => t);
}
