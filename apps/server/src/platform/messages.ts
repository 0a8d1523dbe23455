import type { Reason } from '@fairlot/contract';
import { writeFigure } from '@fairlot/domain';
import { isServerKey, refusalMessage, translate } from '@fairlot/i18n';
import type { LanguageCode, ServerKey } from '@fairlot/i18n';

/** What a success may say to its reader: the keys of the catalogue's `done` part. */
export type DoneKey = ServerKey extends infer K ? (K extends `done.${infer Key}` ? Key : never) : never;

/** Parts of a refusal's detail that are money or counts. Prices are written as they are sent: with the instrument's decimals, not grouped. */
const AMOUNTS: ReadonlySet<string> = new Set(['required', 'free', 'available', 'least', 'most', 'fee', 'rows']);

/** The text of a refusal or failure; its amounts are written as the screens write them. */
export function failureMessage(
  reason: Reason,
  language: LanguageCode,
  detail?: Readonly<Record<string, string>>,
): string {
  return refusalMessage(
    language,
    reason,
    detail === undefined
      ? {}
      : Object.fromEntries(
          Object.entries(detail).map(([name, value]) => [name, AMOUNTS.has(name) ? amount(value) : value]),
        ),
  );
}

/** Exact, without the zeros that say nothing: "1,086.61", "0.000001". A rounded limit would refuse what it names. */
function amount(plain: string): string {
  return writeFigure(plain.replace(/(\.\d\d\d*?)0+$/, '$1'));
}

/** The text of a success; the plain one where nothing more is to be said. */
export function successMessage(language: LanguageCode, key?: DoneKey): string {
  return translate(language, key === undefined ? 'reason.ok' : `done.${key}`);
}

/** The name of a category; for one that the catalogue does not know its own slug, written as words. */
export function categoryName(slug: string, language: LanguageCode): string {
  const key = `category.${slug}`;
  return isServerKey(key)
    ? translate(language, key)
    : slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('_', ' ');
}
