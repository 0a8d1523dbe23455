const LENGTH_BYTES = 16;

/** A new idempotency key: 128 random bits as 32 hex digits. Works on plain http too, where randomUUID does not exist. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
