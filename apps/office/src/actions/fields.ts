import type { z } from 'zod/mini';
import type { FieldName } from '../shared/text.ts';

interface Base {
  /** Field of the call's input; its label is the catalogue's text for it unless `label` names another. */
  readonly name: string;
  readonly label?: FieldName;
  readonly hint?: string;
  /** Is chosen once, for a new record, and stays. */
  readonly fixed?: boolean;
  /** Is shown and not asked for. */
  readonly readOnly?: boolean;
}
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A field of a form. `whole` and `numeric` choices become numbers; `wholes` and `codes` are lists parted by commas. */
export type Field =
  | (Base & { readonly kind: 'text' | 'long' | 'decimal' | 'whole' | 'wholes' | 'codes' })
  | (Base & { readonly kind: 'switch' })
  | (Base & { readonly kind: 'choice'; readonly options: readonly Option[]; readonly numeric?: boolean })
  | (Base & { readonly kind: 'many'; readonly options: readonly Option[] });

/** What stands in a form: text as typed, switches, and chosen values. */
export type Value = string | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

/** The fields of a form that changes a record: what is fixed is read only. */
export function fieldsOfChange(fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => (field.fixed === true ? { ...field, readOnly: true } : field));
}

/** A form's values for a record as the server gave it. */
export function valuesOf(fields: readonly Field[], record: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, record[field.name])]));
}

function valueOf(field: Field, given: unknown): Value {
  if (field.kind === 'switch') return given === true;
  if (field.kind === 'many') return Array.isArray(given) ? given.map(String) : [];
  if (Array.isArray(given)) return given.join(', ');
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}

/** The part of a call's input that a form makes. What is not a number where one belongs stays text, for the schema to refuse. */
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

/** A field whose value is no longer what it was. */
export interface Change {
  readonly field: Field;
  readonly before: Value;
  readonly after: Value;
}

/** What a form changes of a record. */
export function changesOf(fields: readonly Field[], before: Values, after: Values): readonly Change[] {
  return fields.flatMap((field): Change[] => {
    const [old, now] = [before[field.name] ?? '', after[field.name] ?? ''];
    return JSON.stringify(convert(field, old)) === JSON.stringify(convert(field, now))
      ? []
      : [{ field, before: old, after: now }];
  });
}
