import { languageOr } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';

/** The language of a `lang` header; the platform's default when it names none. */
export function languageOf(header: string | readonly string[] | undefined): LanguageCode {
  return languageOr(typeof header === 'string' ? header : undefined);
}
