import { languageOf } from '@fairlot/i18n';
import { useLanguage } from './language.ts';

/** Words one after the other, with the comma of the operator's script. */
export function useListed(): (words: readonly string[]) => string {
  const comma = languageOf(useLanguage()).direction === 'rtl' ? '، ' : ', ';
  return (words) => words.join(comma);
}
