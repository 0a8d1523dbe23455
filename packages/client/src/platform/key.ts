import { type KeyStamp, nextKeyStamp, timeKey } from '@fairlot/domain';

const RANDOM_BYTES = 9;
let last: KeyStamp = 0;

/**
 * Generates a key that never comes again: a UUIDv7. As an idempotency key, its time proves to the server that it is new.
 * Keys rise, also within a millisecond. Unlike randomUUID, it works on plain http.
 */
export function uniqueKey(): string {
  last = nextKeyStamp(last, Date.now());
  return timeKey(last, crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}
