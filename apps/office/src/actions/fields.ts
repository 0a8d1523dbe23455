import { camelKey } from '@fairlot/client';
import type { ReactNode } from 'react';
import type { z } from 'zod/mini';
import { listOf } from './list-of.ts';
import { rowsOf, sourcesOf } from './news-rows.ts';
import { isPlainFigure, pointFigure } from '../shared/forms/typed-figure.ts';
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
  /** Lines of a long text that are in view. */
  readonly rows?: number;
  /** Takes the whole width, for addresses and other values of which every character counts. */
  readonly wide?: boolean;
  /** BCP 47 tag of the text's language, when it is not that of the office. */
  readonly lang?: string;
  /** The only text that the field takes, as a confirmation. */
  readonly must?: string;
  /** A remark on the entered values, shown instead of the hint. */
  readonly remark?: (valueOf: (field: string) => Value | undefined) => ReactNode;
}
export interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * A field of a form. `whole` and `numeric` choices become numbers; `wholes` is a list separated by commas. `country` and
 * `countries` are chosen by name. The values of `newsSources` are rows as text, see `news-rows.ts`.
 */
export type Field =
  | (Base & { readonly kind: 'text' | 'long' | 'decimal' | 'whole' | 'wholes' | 'country' | 'day' })
  | (Base & { readonly kind: 'switch' | 'countries' | 'newsSources' })
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

/** The form's value of a record's field. */
export function valueOf(field: Field, given: unknown): Value {
  if (field.kind === 'switch') return given === true;
  if (field.kind === 'many' || field.kind === 'countries') return Array.isArray(given) ? given.map(String) : [];
  if (field.kind === 'newsSources') return rowsOf(given);
  if (Array.isArray(given)) return given.join(', ');
  if (field.kind === 'choice' && field.options.length === 1 && given === undefined)
    return field.options[0]?.value ?? '';
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}

/**
 * Converts a form's values to the call's input. Text that is not a number stays text in a numeric field, so that the
 * schema refuses it.
 */
export function inputOf(fields: readonly Field[], values: Values): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, convert(field, values[field.name] ?? '')]));
}

/** Converts the form's value of a field to that of the call's input. */
export function convert(field: Field, value: Value): unknown {
  if (field.kind === 'newsSources' && Array.isArray(value)) return sourcesOf(value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (field.kind === 'whole' || (field.kind === 'choice' && field.numeric === true)) return wholeOr(text);
  if (field.kind === 'wholes') return listOf(text).map(partOr);
  return field.kind === 'decimal' ? pointFigure(text) : text;
}

/** A part of a list. One with a zero in front is the end of a figure that was typed as "1,050". */
function partOr(text: string): number | string {
  return /^0\d/.test(text) ? text : wholeOr(text);
}

function wholeOr(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Names of the fields whose values the contract does not allow. */
export function badFields(schema: z.ZodMiniType, input: unknown): ReadonlySet<string> {
  const checked = schema.safeParse(input);
  if (checked.success) return new Set();
  return new Set(
    checked.error.issues.flatMap(({ path }) => path.filter((part): part is string => typeof part === 'string')),
  );
}

/** Names of the decimal fields whose text is no plain figure. Some calls take any text there. */
export function unreadable(fields: readonly Field[], values: Values): readonly string[] {
  return fields
    .filter((field) => {
      const text = field.kind === 'decimal' ? String(convert(field, values[field.name] ?? '')) : '';
      return text !== '' && !isPlainFigure(text);
    })
    .map(({ name }) => name);
}

/** Names of the confirmations that are not typed as demanded. */
export function unconfirmed(fields: readonly Field[], values: Values): readonly string[] {
  return fields
    .filter(({ name, must }) => must !== undefined && String(values[name] ?? '').trim() !== must)
    .map(({ name }) => name);
}

/** The least and most characters of a text. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** The lengths that a call takes for a text, by the name of its field; undefined for values without a limit. */
export function lengthsOf(schema: z.ZodMiniType, name: string): Lengths | undefined {
  const shape = shapeOf(schema);
  const found = shape?.[name] ?? shapeOf(shape?.['values'])?.[name];
  if (found === undefined) return undefined;
  const { least, most } = limitsOf(found);
  return most === undefined ? undefined : { least: least ?? 0, most };
}

type Schema = z.core.$ZodType;
type Definition = {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly checks?: readonly z.core.$ZodCheck[];
};

/** The fields of a record, without the optional or default around it. */
function shapeOf(schema: Schema | undefined): Readonly<Record<string, Schema>> | undefined {
  const { shape, innerType }: Definition = schema?._zod.def ?? {};
  return shape ?? (innerType === undefined ? undefined : shapeOf(innerType));
}

/** The limits of a text through optionals and pipes; the inner ones count, because they apply to the trimmed text. */
function limitsOf(schema: Schema): { readonly least?: number; readonly most?: number } {
  const { innerType, in: before, out, checks = [] }: Definition = schema._zod.def;
  const limits = checks.map((check): { readonly least?: number; readonly most?: number } => {
    const { check: kind, minimum, maximum } = check._zod.def as unknown as Readonly<Record<string, unknown>>;
    if (kind === 'min_length') return { least: Number(minimum) };
    return kind === 'max_length' ? { most: Number(maximum) } : {};
  });
  const parts = [before, out, innerType].flatMap((part) => (part === undefined ? [] : [limitsOf(part)]));
  return Object.assign({}, ...parts, ...limits) as { readonly least?: number; readonly most?: number };
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
