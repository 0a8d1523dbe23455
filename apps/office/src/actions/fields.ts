import { camelKey } from '@fairlot/client';
import type { z } from 'zod/mini';
import type { FieldName } from '../shared/language/text.ts';

interface Base {
  /** Name of the field in the call's input; its label is the catalogue's text for it unless `label` names another. */
  readonly name: string;
  readonly label?: FieldName;
  readonly hint?: string;
  /** Can be set for a new record only. */
  readonly fixed?: boolean;
  /** Is displayed but cannot be edited. */
  readonly readOnly?: boolean;
}
export interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * A field of a form. `whole` and `numeric` choices become numbers; `wholes` and `codes` are lists separated by commas.
 */
export type Field =
  | (Base & { readonly kind: 'text' | 'long' | 'decimal' | 'whole' | 'wholes' | 'codes' })
  | (Base & { readonly kind: 'switch' })
  | (Base & { readonly kind: 'choice'; readonly options: readonly Option[]; readonly numeric?: boolean })
  | (Base & { readonly kind: 'many'; readonly options: readonly Option[] });

/** A value in a form: text as typed, a switch, or selected options. */
export type Value = string | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

/** Makes the fixed fields read-only, for a form that changes a record. */
export function fieldsOfChange(fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => (field.fixed === true ? { ...field, readOnly: true } : field));
}

/** Converts a record to a form's values. The model's property has the camelCase name of the call's field. */
export function valuesOf(fields: readonly Field[], record: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, record[camelKey(field.name)])]));
}

function valueOf(field: Field, given: unknown): Value {
  if (field.kind === 'switch') return given === true;
  if (field.kind === 'many') return Array.isArray(given) ? given.map(String) : [];
  if (Array.isArray(given)) return given.join(', ');
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}

/**
 * Converts a form's values to the call's input. Text that is not a number stays text in a numeric field, so that the
 * schema refuses it.
 */
export function inputOf(fields: readonly Field[], values: Values): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, convert(field, values[field.name] ?? '')]));
}

function convert(field: Field, value: Value): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (field.kind === 'whole' || (field.kind === 'choice' && field.numeric === true)) return wholeOr(text);
  if (field.kind === 'wholes') return listOf(text).map(wholeOr);
  if (field.kind === 'codes') return listOf(text);
  return field.kind === 'decimal' ? text.replace(',', '.') : text;
}

function wholeOr(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function listOf(text: string): string[] {
  return text.split(/[\s,،;]+/).filter((part) => part !== '');
}

/** Names of the fields whose values the contract does not allow. */
export function badFields(schema: z.ZodMiniType, input: unknown): ReadonlySet<string> {
  const checked = schema.safeParse(input);
  if (checked.success) return new Set();
  return new Set(
    checked.error.issues.flatMap(({ path }) => path.filter((part): part is string => typeof part === 'string')),
  );
}

/** A field with a changed value. */
export interface Change {
  readonly field: Field;
  readonly before: Value;
  readonly after: Value;
}

/** Compares the values of a form before and after an edit. */
export function changesOf(fields: readonly Field[], before: Values, after: Values): readonly Change[] {
  return fields.flatMap((field): Change[] => {
    const [old, now] = [before[field.name] ?? '', after[field.name] ?? ''];
    return JSON.stringify(convert(field, old)) === JSON.stringify(convert(field, now))
      ? []
      : [{ field, before: old, after: now }];
  });
}

/**
 * Puts the values of a form on a record that a colleague has changed: fields that were not changed here take the
 * colleague's values. `theirs` has the colleague's values of the fields that both changed, differently.
 */
export function renewedValues(
  fields: readonly Field[],
  { before, mine, now }: { readonly before: Values; readonly mine: Values; readonly now: Values },
): { readonly values: Values; readonly theirs: Values } {
  const changed = changesOf(fields, before, mine).map(({ field, after }): [string, Value] => [field.name, after]);
  const names = new Set(changed.map(([name]) => name));
  const both = changesOf(fields, before, now).filter(({ field }) => names.has(field.name));
  const differing = new Set(changesOf(fields, now, mine).map(({ field }) => field.name));
  return {
    values: { ...now, ...Object.fromEntries(changed) },
    theirs: Object.fromEntries(
      both.filter(({ field }) => differing.has(field.name)).map(({ field, after }) => [field.name, after]),
    ),
  };
}
