import { type LanguageCode, instrumentName } from '@fairlot/i18n';
import type { ListedInstrument } from '../../market/port.ts';

/** The name of an instrument in a language: the operator's, in English where a language has none, or the catalogue's. */
export function nameOf({ code, names }: ListedInstrument, language: LanguageCode): string {
  return names?.[language] ?? names?.en ?? instrumentName(language, code);
}
