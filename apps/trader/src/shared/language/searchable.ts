import { latinDigits } from '@fairlot/client';

/** Arabic letters with variants between keyboards, and the form that a search compares. */
const LETTER_VARIANTS: readonly (readonly [RegExp, string])[] = [
  [/[أإآٱ]/g, 'ا'],
  [/[يىئ]/g, 'ی'],
  [/ك/g, 'ک'],
  [/[ةۀ]/g, 'ه'],
  [/ؤ/g, 'و'],
];
/** Vowel signs and the tatweel, which only stretches a word. */
const OPTIONAL_MARKS = /[\u064B-\u0655\u0670\u0640]/g;

/** Normalises a text for search: Latin digits, lower case, without vowel signs and letter variants. */
export function searchable(text: string): string {
  const plain = latinDigits(text.normalize('NFKC')).toLowerCase().replaceAll(OPTIONAL_MARKS, '');
  return LETTER_VARIANTS.reduce((folded, [letters, one]) => folded.replaceAll(letters, one), plain);
}
