import en from '../catalogues/en/server.json';
import type { LanguageCode } from './languages.ts';
import { fill, flatten, placeholders } from './template.ts';
import type { Params } from './template.ts';
import { SERVER_CATALOGUES } from './server-catalogues.ts';

/** Dotted keys of a nested catalogue. */
type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}` }[keyof T & string];

/** Keys of the server's texts: reason.*, memo.*, category.*, instrument.*, status.*, done.* */
export type ServerKey = Keys<typeof en>;

const ENGLISH = flatten(en);
const BY_LANGUAGE: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(SERVER_CATALOGUES).map(([code, texts]) => [code, flatten(texts)]),
);

/** Returns a text of the server in a language. Throws a RangeError if the key has no text. */
export function translate(lang: LanguageCode, key: ServerKey, params: Params = {}): string {
  const text = lookUp(lang, key);
  if (text === undefined) throw new RangeError(`no text for ${key}`);
  return fill(text, params);
}

/** Checks a computed key, such as instrument.{CODE}. */
export function isServerKey(key: string): key is ServerKey {
  return ENGLISH.has(key);
}

/** The keys below a prefix, such as mail. */
export function serverKeysUnder(prefix: string): readonly ServerKey[] {
  return [...ENGLISH.keys()].filter((key): key is ServerKey => key.startsWith(prefix));
}

/** Name of an instrument in a language; its code if the catalogue has no name. */
export function instrumentName(lang: LanguageCode, code: string): string {
  return lookUp(lang, `instrument.${code}`) ?? code;
}

/**
 * Message of a refusal: the longer text with figures (reason_with.*) if the detail has all of them, otherwise the plain
 * text. A reason without a text is a bug and gets the message of an internal error.
 */
export function refusalMessage(lang: LanguageCode, reason: string, detail: Params = {}): string {
  const longer = lookUp(lang, `reason_with.${reason}`);
  if (longer !== undefined && placeholders(longer).every((name) => name in detail)) return fill(longer, detail);
  return fill(lookUp(lang, `reason.${reason}`) ?? translate(lang, 'reason.internal'), detail);
}

function lookUp(lang: LanguageCode, key: string): string | undefined {
  return BY_LANGUAGE.get(lang)?.get(key);
}
