import type { Secrets } from '../../security/secrets/secrets.ts';

const CONTEXT = 'statement mail';

/** A token that ends the mails about the statement of a user, and can do nothing else. It does not expire. */
export function stopToken(secrets: Secrets, user: bigint): string {
  return secrets.seal(Buffer.from(String(user)), CONTEXT).toString('base64url');
}

/** The user of a token; undefined for a text that the house has not sealed for this purpose. */
export function userOfStopToken(secrets: Secrets, token: string): bigint | undefined {
  try {
    return BigInt(secrets.open(Buffer.from(token, 'base64url'), CONTEXT).toString());
  } catch {
    return undefined;
  }
}
