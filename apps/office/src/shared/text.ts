import type { OfficeCatalogue } from '@fairlot/i18n';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** The catalogue's text for a key; keys are checked by the compiler. */
export type Text = TFunction<'office', 'office'>;

/** Name of a field of the wire, for a column's head or a form's label. */
export type FieldName = keyof OfficeCatalogue['office']['field'];

/** Texts of the operator's language. */
export function useText(): Text {
  return useTranslation('office', { keyPrefix: 'office' }).t;
}

/** The text of a value that comes from the server: its translation in a group of the catalogue, or the value itself where it is newer than this page. */
export function wordOf(t: Text, group: 'role' | 'state' | 'kind' | 'queue' | 'event', value: string | number): string {
  const say = t as unknown as (key: string, options: { readonly defaultValue: string }) => string;
  return say(`${group}.${value}`, { defaultValue: String(value) });
}
