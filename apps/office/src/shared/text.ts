import type { OfficeCatalogue, OfficeText } from '@fairlot/i18n';
import { useLanguageStore } from './language.ts';

/** The catalogue's text for a key; keys are checked by the compiler. */
export type Text = OfficeText;

/** Name of a field of the wire, for a column's head or a form's label. */
export type FieldName = keyof OfficeCatalogue['office']['field'];

/** Texts of the operator's language. */
export function useText(): Text {
  return useLanguageStore(({ t }) => t);
}

/** The text of a value that comes from the server: its translation in a group of the catalogue, or the value itself where it is newer than this page. */
export function wordOf(t: Text, group: 'role' | 'state' | 'kind' | 'queue' | 'event', value: string | number): string {
  const key = `${group}.${value}`;
  const text = (t as (key: string) => string)(key);
  return text === key ? String(value) : text;
}
