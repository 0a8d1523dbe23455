import { createHash, randomBytes } from 'node:crypto';
import { newSecret } from '../../security/random-secret.ts';

/** Keys of at least this length (a UUID has 36 characters) are as hard to guess as a random secret. */
const UNGUESSABLE_KEY_LENGTH = 32;

/**
 * The demo_id of a new demo account. A client that lost the answer to its first request repeats it under the same key
 * and must find the same account, so the demo_id is derived from the key. A short key could be guessed, so it gets a
 * random demo_id instead.
 */
export function demoIdFor(key: string): string {
  if (key.length < UNGUESSABLE_KEY_LENGTH) return newSecret();
  return createHash('sha256').update(`fairlot demo ${key}`).digest('base64url');
}

const INVITE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Eight letters and digits, without those that look alike. */
export function newInviteCode(): string {
  return Array.from(randomBytes(8), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');
}
