import type { StaffOutput } from '@fairlot/client';
import { listOf } from './list-of.ts';

type NewsSource = StaffOutput<'siteSettings'>['values']['newsSources'][number];

/** A source of market news in a form; `scope` as typed. */
export interface NewsRow {
  readonly kind: NewsSource['kind'];
  readonly name: string;
  readonly url: string;
  readonly scope: string;
}

export const EMPTY_ROW: NewsRow = { kind: 'calendar', name: '', url: '', scope: '' };

/** Writes a row as a form's value. */
export function rowText(row: NewsRow): string {
  return JSON.stringify(row);
}

/** Reads a row that `rowText` has written. */
export function rowOf(text: string): NewsRow {
  return JSON.parse(text) as NewsRow;
}

/** The rows of a setting. */
export function rowsOf(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return [];
  return (given as readonly NewsSource[]).map(({ kind, name, url, scope }) =>
    rowText({ kind, name, url, scope: scope.join(', ') }),
  );
}

/** The setting of rows, as the call takes it. */
export function sourcesOf(rows: readonly string[]): NewsSource[] {
  return rows.map(rowOf).map(({ kind, name, url, scope }) => ({
    kind,
    name: name.trim(),
    url: url.trim(),
    scope: listOf(scope),
  }));
}
