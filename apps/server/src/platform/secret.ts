import { createHash, randomBytes } from 'node:crypto';

/** 256 bits of chance, as text for links, cookies and headers. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret. Secrets are long and random, so a plain hash can't be guessed back. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
