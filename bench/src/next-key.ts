import { type KeyStamp, nextKeyStamp, timeKey } from '@fairlot/domain';

const NOT_RANDOM = new Uint8Array(9);
/** Length of the part of a key that its time and counter fill. */
const TIMED = 18;
const REST = timeKey(0, NOT_RANDOM).slice(TIMED);
const STAMPS_PER_MS = 32;
let last: KeyStamp = 0;

/**
 * A new idempotency key of the form that clients make (timeKey). Its random bytes are left out, and its text is put together
 * here: both cost a tenth of an order, and in an installation it is not the server that pays for it.
 */
export function nextKey(): string {
  last = nextKeyStamp(last, Date.now());
  const time = Math.floor(last / STAMPS_PER_MS)
    .toString(16)
    .padStart(12, '0');
  const counter = ((last % STAMPS_PER_MS) * 128 + 0x7000).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${counter}${REST}`;
}
