import { DAY_MS } from './time.ts';

/** Idempotency keys are honoured for this long. A key that names its time is refused when it is older. */
export const KEY_LIFE_MS = 90 * DAY_MS;

/** UUIDv7 (RFC 9562) in its canonical form, lower case. Its first 48 bits are the time in epoch milliseconds. */
const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Stamps per millisecond: the five bits after the version. A stamp of 53 bits fits a number exactly. */
const STAMPS_PER_MS = 32;
const RANDOM_BYTES = 9;
const DIGIT_0 = 0x30;
const LETTER_A = 0x61;

/**
 * A point in time with a counter: epoch milliseconds × 32 + counter. Keys of one maker have rising stamps, so the
 * greatest stamp of an account's used keys proves that a key with a greater stamp was never used.
 */
export type KeyStamp = number;

/** The stamp of a key that is a UUIDv7; undefined for keys of other forms, which prove nothing. */
export function keyStamp(key: string): KeyStamp | undefined {
  if (!FORM.test(key)) return undefined;
  const ms = hexAt(key, 0, 8) * 0x1_0000 + hexAt(key, 9, 13);
  return ms * STAMPS_PER_MS + (hexAt(key, 15, 18) >>> 7);
}

/** The number that the hexadecimal digits of a key of this form name. It makes no strings, because every order asks for it. */
function hexAt(key: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) {
    const unit = key.charCodeAt(index);
    value = value * 16 + (unit < LETTER_A ? unit - DIGIT_0 : unit - LETTER_A + 10);
  }
  return value;
}

/** The stamp of the first key in a millisecond. */
export function stampOfTime(ms: number): KeyStamp {
  return ms * STAMPS_PER_MS;
}

/** The stamp after `last`: that of the present time, or the next one when the time has not passed on. */
export function nextKeyStamp(last: KeyStamp, now: number): KeyStamp {
  return Math.max(stampOfTime(now), last + 1);
}

/** A key with this stamp. `random` is nine random bytes, of which 69 bits are used. */
export function timeKey(stamp: KeyStamp, random: Uint8Array): string {
  if (random.length !== RANDOM_BYTES) throw new RangeError(`a key takes ${RANDOM_BYTES} random bytes`);
  const [first = 0, second = 0] = random;
  const time = hex(Math.floor(stamp / STAMPS_PER_MS), 12);
  const counter = hex(((stamp % STAMPS_PER_MS) << 7) | (first >>> 1), 3);
  const rest = [0x80 | (second >>> 2), ...random.subarray(2)].map((byte) => hex(byte, 2)).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/** True for a key whose own time is more than KEY_LIFE_MS before `now`. Keys of other forms never expire. */
export function isExpiredKey(key: string, now: number): boolean {
  const stamp = keyStamp(key);
  return stamp !== undefined && stamp < stampOfTime(now - KEY_LIFE_MS);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
