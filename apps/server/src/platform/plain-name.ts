/** Letters that have no decomposition into a letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};

/** The words of a name without case, accents and punctuation, for searches. */
export function plainWords(name: string): readonly string[] {
  const bare = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const letters = bare.replaceAll(/[ßæœøłđðþħıŋ]/g, (letter) => PLAIN[letter] ?? letter);
  return letters.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The stored form of a name for searches: each word follows a space, so that the beginning of a word can be searched. */
export function searchedName(name: string): string {
  return plainWords(name)
    .map((word) => ` ${word}`)
    .join('');
}
