import { isRecord } from './file-form.ts';

/** A field that differs, with both values as text. */
export interface FieldChange {
  readonly field: string;
  /** Null in a new record. */
  readonly from: string | null;
  readonly to: string;
}

/** The fields that differ, with values as text; those that never differ are left out. */
export function changesOf(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
  without: readonly string[],
): readonly FieldChange[] {
  return Object.keys(after)
    .filter((field) => !without.includes(field))
    .map((field) => ({ field, from: before === undefined ? null : textOf(before[field]), to: textOf(after[field]) }))
    .filter(({ from, to }) => from !== to);
}

/** A value as text; equal values are equal texts. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  if (isRecord(value))
    return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
  return typeof value === 'string' ? value : JSON.stringify(value);
}
