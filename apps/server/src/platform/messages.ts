import type { Reason } from '@fairlot/contract';
import { isServerKey, refusalMessage, translate } from '@fairlot/i18n';
import type { LanguageCode, ServerKey } from '@fairlot/i18n';

/** What a success may say to its reader: the keys of the catalogue's `done` part. */
export type DoneKey = ServerKey extends infer K ? (K extends `done.${infer Key}` ? Key : never) : never;

/** The text of a refusal or failure. */
export function failureMessage(reason: Reason, language: LanguageCode, detail?: Readonly<Record<string, string>>): string {
  return refusalMessage(language, reason, detail);
}

/** The text of a success; the plain one where nothing more is to be said. */
export function successMessage(language: LanguageCode, key?: DoneKey): string {
  return translate(language, key === undefined ? 'reason.ok' : `done.${key}`);
}

/** The name of a category; for one that the catalogue does not know its own slug, written as words. */
export function categoryName(slug: string, language: LanguageCode): string {
  const key = `category.${slug}`;
  return isServerKey(key) ? translate(language, key) : slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('_', ' ');
}
