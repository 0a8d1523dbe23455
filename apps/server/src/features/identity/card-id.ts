/** Characters of a number that its owner sees. */
const SHOWN = 4;

/** A document's number with all but its end hidden; of a short one half is shown. */
export function maskCardId(cardId: string): string {
  const characters = Array.from(cardId);
  const shown = Math.min(SHOWN, Math.floor(characters.length / 2));
  return '•'.repeat(characters.length - shown) + characters.slice(characters.length - shown).join('');
}
