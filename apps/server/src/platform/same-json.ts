import { isDeepStrictEqual } from 'node:util';

/**
 * Compares what two values are as JSON, whatever the order of their fields: a field that is undefined is absent. Integers
 * may be of any size.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(plain(one), plain(other));
}

function plain(value: unknown): unknown {
  // Inside of a field, because undefined alone has no JSON.
  const text = JSON.stringify({ value }, (_name, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
  return JSON.parse(text);
}
