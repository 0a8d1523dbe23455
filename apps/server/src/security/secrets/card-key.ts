/** A document's number without case, spaces and punctuation, equal for all ways of writing it. */
export function cardKey(cardId: string): string {
  return cardId
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
