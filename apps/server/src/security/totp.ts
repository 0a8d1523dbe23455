import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Time-based one-time passwords (RFC 6238) with the parameters that all authenticators support (SHA-1, 6 digits, 30
 * seconds).
 */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps that a clock may be off in either direction (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;
/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new shared secret. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The code of a time step (RFC 4226, 5.3). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step of a moment in epoch milliseconds. */
export function totpStep(now: number): number {
  return Math.floor(now / STEP_MS);
}

/**
 * The step of a valid code, or undefined when the code matches no step within the drift. Codes of `usedStep` and
 * earlier are rejected: callers store the returned step, so that each code works once.
 */
export function acceptedTotpStep(
  secret: Buffer,
  code: string,
  now: number,
  usedStep: number | undefined,
): number | undefined {
  const current = totpStep(now);
  let found: number | undefined;
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    if (sameCode(totpCode(secret, step), code) && (usedStep === undefined || step > usedStep)) found ??= step;
  }
  return found;
}

/** The secret in base32, for typing into an authenticator. */
export function totpSecretText(secret: Buffer): string {
  let bits = '';
  for (const byte of secret) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
}

/** The secret as a URI for an authenticator's QR code. */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${totpSecretText(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

function sameCode(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
