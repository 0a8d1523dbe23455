import { createHash, randomBytes } from 'node:crypto';
import { newSecret } from '../../platform/secret.ts';

/** Keys at least this long (a UUID is 36) are as unguessable as a secret of ours. */
const UNGUESSABLE_KEY_LENGTH = 32;

/**
 * The demo_id of a new demo account. A client that repeats its request under one key must find the account that its
 * first try made, even though the answer with the demo_id was lost: so the key itself yields the demo_id. A short key
 * might be guessed, and then opens nothing that another one opened.
 */
export function demoIdFor(key: string): string {
  if (key.length < UNGUESSABLE_KEY_LENGTH) return newSecret();
  return createHash('sha256').update(`fairlot demo ${key}`).digest('base64url');
}

const INVITE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Eight letters and digits that are not mistaken for each other. */
export function newInviteCode(): string {
  return Array.from(randomBytes(8), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');
}
