/**
 * Tells whether two spellings can be the same person's name: the same words in any order, without regard to case,
 * accents and punctuation. A hint for reviewers, not a decision.
 */
export function isSameName(one: string, other: string): boolean {
  return wordsOf(one) === wordsOf(other);
}

function wordsOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}
