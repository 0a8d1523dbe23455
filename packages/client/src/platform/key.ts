const LENGTH_BYTES = 16;

/** Generates an idempotency key: 128 random bits as 32 hex digits. Unlike randomUUID, it works on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
