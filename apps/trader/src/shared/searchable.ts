import { latinDigits } from '@fairlot/client';

/** Letters that Arabic and Persian keyboards write in more than one way, and the one that stands for them in a search. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[أإآٱ]/g, 'ا'],
  [/[يىئ]/g, 'ی'],
  [/ك/g, 'ک'],
  [/[ةۀ]/g, 'ه'],
  [/ؤ/g, 'و'],
];
/** Vowel signs and the stroke that only lengthens a word. */
const UNWRITTEN = /[\u064B-\u0655\u0670\u0640]/g;

/** A text as a search compares it: without the differences that people do not mind when they type. */
export function searchable(text: string): string {
  const plain = latinDigits(text.normalize('NFKC')).toLowerCase().replaceAll(UNWRITTEN, '');
  return ALIKE.reduce((folded, [letters, one]) => folded.replaceAll(letters, one), plain);
}
