/** Maximum number of characters shown to the owner. */
const SHOWN = 4;

/** Masks a document number except for its last characters; shows at most half of it. */
export function maskCardId(cardId: string): string {
  const characters = Array.from(cardId);
  const shown = Math.min(SHOWN, Math.floor(characters.length / 2));
  return '•'.repeat(characters.length - shown) + characters.slice(characters.length - shown).join('');
}
