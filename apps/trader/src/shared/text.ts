import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** The catalogue's text for a key; keys are checked by the compiler. */
export type Text = TFunction;

/** Texts of the visitor's language. */
export function useText(): Text {
  return useTranslation('client').t;
}
