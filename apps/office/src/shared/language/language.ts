import { officeText, parseLanguage } from '@fairlot/i18n';
import type { LanguageCode, OfficeText } from '@fairlot/i18n';
import { createLanguage, readStored, writeStored } from '@fairlot/web';

/** A key of its own, because an operator may use both pages on one device in different languages. */
const KEY = 'fairlot.office.language';
/** Default language of the office. */
const FIRST: LanguageCode = 'en';

/** The language that this device stored. */
export function storedLanguage(): LanguageCode {
  const stored = readStored(KEY);
  return (typeof stored === 'string' ? parseLanguage(stored) : undefined) ?? FIRST;
}

/** The operator's language. */
export const {
  startLanguage,
  loadTexts,
  changeLanguage,
  currentLanguage,
  useLanguage,
  useLanguageInfo,
  usePercent,
  useText,
  useTimes,
} = createLanguage<OfficeText>({ load: officeText, keep: (code) => writeStored(KEY, code) });
