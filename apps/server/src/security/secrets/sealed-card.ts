import { cardKey } from './card-key.ts';
import { cardContext } from './sealing-context.ts';
import type { Secrets } from './secrets.ts';

/** A document's number for storage: sealed, with a fingerprint by which the same document is found again. */
export function sealedCard(
  secrets: Secrets,
  user: number | bigint,
  card: string,
): { readonly card_sealed: Buffer; readonly card_key: string } {
  return {
    card_sealed: secrets.seal(Buffer.from(card, 'utf8'), cardContext(user)),
    card_key: secrets.fingerprint(cardKey(card)),
  };
}

/** Opens the sealed number of a document. */
export function openCard(
  secrets: Secrets,
  row: { readonly user_id: bigint; readonly card_sealed: Buffer | null },
): string {
  if (row.card_sealed === null) throw new Error('the start left a document’s number unsealed');
  return secrets.open(row.card_sealed, cardContext(row.user_id)).toString('utf8');
}
