/** Characters of a number that its owner sees. */
const SHOWN = 4;

/** A document's number with all but its end hidden; of a short one half is shown. */
export function maskCardId(cardId: string): string {
  const characters = Array.from(cardId);
  const shown = Math.min(SHOWN, Math.floor(characters.length / 2));
  return '•'.repeat(characters.length - shown) + characters.slice(characters.length - shown).join('');
}

/** The number without case, spaces and punctuation: the same for every way of writing it. */
export function cardKey(cardId: string): string {
  return cardId.normalize('NFKC').toUpperCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
