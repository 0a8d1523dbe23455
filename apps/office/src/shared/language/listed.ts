import { useLanguageInfo } from './language.ts';

/** Joins words with the comma of the operator's script. */
export function useListed(): (words: readonly string[]) => string {
  const comma = useLanguageInfo().direction === 'rtl' ? '، ' : ', ';
  return (words) => words.join(comma);
}
