import { createHash, randomBytes } from 'node:crypto';
import { newSecret } from '../../security/random-secret.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';

/** Keys of at least this length (a UUID has 36 characters) are made by clients for one request and not shared. */
const OWN_KEY_LENGTH = 32;

/**
 * The demo_ids that a request's key can stand for. A client that lost the answer to its first request repeats it under
 * the same key and must find the same account, so a demo_id is derived from the key. A key may have few random bits (a
 * UUIDv7 has 69), so the derivation needs the server's key of secrets too: the first demo_id is the one for a new
 * account. The others find accounts from before that key was replaced, and from versions that derived it from the key
 * alone. A short key may be used by several clients, so it gets a random demo_id instead.
 */
export function demoIdsFor(key: string, secrets: Pick<Secrets, 'fingerprints'>): readonly string[] {
  if (key.length < OWN_KEY_LENGTH) return [newSecret()];
  const formerly = createHash('sha256').update(`fairlot demo ${key}`).digest('base64url');
  return [...secrets.fingerprints(`demo ${key}`), formerly];
}

const INVITE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Eight letters and digits, without those that look alike. */
export function newInviteCode(): string {
  return Array.from(randomBytes(8), (byte) => INVITE_ALPHABET[byte % INVITE_ALPHABET.length]).join('');
}
