import { parse } from 'lossless-json';

/** JSON whose numbers are their own text, so that a price never passes through floating point. */
export type Json = string | boolean | null | Json[] | { [key: string]: Json };

const MAX_DEPTH = 32;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Reads JSON with numbers as text. Undefined for anything else, for duplicate keys, for a key that would set a
 * prototype, and for more than 32 levels.
 */
export function readJson(text: string): Json | undefined {
  if (text.includes('__proto__') || isTooDeep(text)) return undefined;
  try {
    return parse(text, undefined, (digits) => digits) as Json;
  } catch {
    return undefined;
  }
}

/** The parser is recursive; a million brackets must not reach it. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted && code === BACKSLASH) at += 1;
    else if (!isQuoted && OPENING.has(code)) depth += 1;
    else if (!isQuoted && CLOSING.has(code)) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** A JSON object, or undefined. */
export function recordOf(value: Json | undefined): Readonly<Record<string, Json>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** A JSON array; an empty one for anything else. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The text of a JSON string or number, or undefined. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const DECIMAL = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * The text of a decimal that is not negative: unchanged, or written without its exponent (5e-7 becomes 0.0000005).
 * Undefined for anything else.
 */
export function decimalOf(value: Json | undefined): string | undefined {
  const match = typeof value === 'string' ? DECIMAL.exec(value) : null;
  if (match === null) return undefined;
  const [text, whole = '', fraction = '', exponent] = match;
  if (exponent === undefined) return text;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  const padded = '0'.repeat(Math.max(0, 1 - point)) + digits.padEnd(point, '0');
  const split = Math.max(1, point);
  const after = padded.slice(split);
  const before = padded.slice(0, split).replace(/^0+(?=\d)/, '');
  return after === '' ? before : `${before}.${after}`;
}

const RFC3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** Epoch milliseconds of an RFC 3339 time with up to nine decimals, rounded down. Undefined for anything else. */
export function timeOf(value: Json | undefined): number | undefined {
  const match = typeof value === 'string' ? RFC3339.exec(value) : null;
  if (match === null) return undefined;
  const [, seconds = '', fraction = '', zone = ''] = match;
  const time = Date.parse(`${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`);
  return Number.isNaN(time) ? undefined : time;
}
