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

export type WordGroup = 'role' | 'state' | 'kind' | 'queue' | 'event' | 'field';

/** The text of a value that comes from the server: its translation in the first group of the catalogue that has it, or the value itself where it is newer than this page. */
export function wordOf(t: Text, groups: WordGroup | readonly WordGroup[], value: string | number): string {
  for (const group of typeof groups === 'string' ? [groups] : groups) {
    const key = `${group}.${value}`;
    const text = (t as (key: string) => string)(key);
    if (text !== key) return text;
  }
  return String(value);
}
