import { type KeyStamp, nextKeyStamp, timeKey } from '@fairlot/domain';

const NOT_RANDOM = new Uint8Array(9);
let last: KeyStamp = 0;

/**
 * A new idempotency key of the form that clients make. Their random bytes are left out: drawing them costs a tenth of an
 * order, and in an installation it is not the server that pays for it.
 */
export function nextKey(): string {
  last = nextKeyStamp(last, Date.now());
  return timeKey(last, NOT_RANDOM);
}
