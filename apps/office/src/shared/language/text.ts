import type { OfficeCatalogue, OfficeText } from '@fairlot/i18n';

/** Looks up the catalogue's text for a key; the compiler checks keys. */
export type Text = OfficeText;

/** Name of a wire field, for a column head or a form label. */
export type FieldName = keyof OfficeCatalogue['office']['field'];

/** A record's state with a word of its own. */
export type StateName = keyof OfficeCatalogue['office']['state'];

export type WordGroup = 'role' | 'state' | 'kind' | 'queue' | 'event' | 'field' | 'rejection' | 'sourceReason';

/**
 * Translates a value of the server: the text of the first given group that has it, or the value itself if it is newer
 * than this page.
 */
export function wordOf(t: Text, groups: WordGroup | readonly WordGroup[], value: string | number): string {
  for (const group of typeof groups === 'string' ? [groups] : groups) {
    const key = `${group}.${value}`;
    const text = (t as (key: string) => string)(key);
    if (text !== key) return text;
  }
  return String(value);
}
