import type { Reason } from '@fairlot/contract';
import { writeFigure } from '@fairlot/domain';
import { type LanguageCode, type ServerKey, refusalMessage, translate } from '@fairlot/i18n';

/** Keys of success messages: the `done` part of the catalogue. */
export type DoneKey = ServerKey extends infer K ? (K extends `done.${infer Key}` ? Key : never) : never;

/**
 * Parts of a refusal's detail that are money or counts. Prices are written as sent: with the instrument's decimals, not
 * grouped.
 */
const AMOUNTS: ReadonlySet<string> = new Set([
  'required',
  'free',
  'available',
  'least',
  'most',
  'fee',
  'margin',
  'rows',
]);

/** The text of a refusal or failure, with amounts formatted as on the screens. */
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

/** The text of a refusal of which the reason alone was stored; null for none. */
export function storedRefusalText(reason: string | null, language: LanguageCode): string | null {
  return reason === null ? null : refusalMessage(language, reason);
}

/**
 * Exact, without trailing zeros beyond two decimals: "1,086.61", "0.000001". A rounded limit could itself be refused.
 */
function amount(plain: string): string {
  return writeFigure(plain.replace(/(\.\d\d\d*?)0+$/, '$1'));
}

/** The text of a success; without a key, the general one. */
export function successMessage(language: LanguageCode, key?: DoneKey): string {
  return translate(language, key === undefined ? 'reason.ok' : `done.${key}`);
}
