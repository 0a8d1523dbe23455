import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text for links, cookies and headers. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a secret. Secrets are long and random, so a fast hash can't be reversed by guessing. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
