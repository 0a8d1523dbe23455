import { Switch, TextField, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { wordsOf } from './words-of.ts';
import { CheckGroup, LongField, SelectField } from '../shared/forms/inputs.tsx';
import { useText } from '../shared/language/language.ts';
import type { FieldName } from '../shared/language/text.ts';
import type { Field, Value, Values } from './fields.ts';

export interface FormFieldsProps {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly bad: ReadonlySet<string>;
  /** Values that a colleague has saved meanwhile in fields that are changed here too. */
  readonly theirs: Values;
  readonly onChange: (name: string, value: Value) => void;
}

/** The fields of a form, in one column on a phone and in two elsewhere. */
export function FormFields({ fields, values, bad, theirs, onChange }: FormFieldsProps): ReactNode {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {fields.map((field) => (
        <div
          key={field.name}
          className={cx(isWide(field, fields) && 'sm:col-span-2', field.kind === 'switch' && 'flex items-end')}
        >
          <OneField
            field={field}
            value={values[field.name] ?? ''}
            bad={bad.has(field.name)}
            onChange={(value) => onChange(field.name, value)}
          />
          <Theirs field={field} value={theirs[field.name]} />
        </div>
      ))}
    </div>
  );
}

/** True for fields of the full width: long texts, multiple choices and single fields. */
function isWide({ kind }: Field, fields: readonly Field[]): boolean {
  return kind === 'long' || kind === 'many' || fields.length === 1;
}

interface OneFieldProps {
  readonly field: Field;
  readonly value: Value;
  readonly bad: boolean;
  readonly onChange: (value: Value) => void;
}

function OneField({ field, value, bad, onChange }: OneFieldProps): ReactNode {
  const t = useText();
  const label = useFieldLabel(field);
  const typed = typeof value === 'string' ? value : '';
  if (field.readOnly === true) return <ReadOnly label={label} value={shownOf(field, typed)} />;
  const error = bad ? t(typed === '' && field.kind !== 'many' ? 'form.missing' : 'form.bad') : undefined;
  const hint = field.hint ?? (field.kind === 'wholes' || field.kind === 'codes' ? t('form.list') : undefined);
  if (field.kind === 'switch')
    return <Switch label={<Hinted label={label} hint={hint} />} checked={value === true} onChange={onChange} />;
  if (field.kind === 'many')
    return (
      <CheckGroup
        label={label}
        options={field.options}
        chosen={Array.isArray(value) ? (value as readonly string[]) : []}
        error={error}
        onChange={onChange}
      />
    );
  if (field.kind === 'choice')
    return (
      <SelectField label={label} options={field.options} value={typed} error={error} hint={hint} onChange={onChange} />
    );
  if (field.kind === 'long')
    return <LongField label={label} value={typed} error={error} hint={hint} onChange={onChange} />;
  const isFigure = field.kind === 'decimal' || field.kind === 'whole';
  return (
    <TextField
      label={label}
      value={typed}
      error={error}
      hint={hint}
      autoComplete="off"
      dir={isFigure ? 'ltr' : 'auto'}
      onValue={onChange}
      {...(isFigure ? { inputMode: field.kind === 'whole' ? ('numeric' as const) : ('decimal' as const) } : {})}
    />
  );
}

/** The value that a colleague has saved meanwhile, below the field. */
function Theirs({ field, value }: { readonly field: Field; readonly value: Value | undefined }): ReactNode {
  const t = useText();
  if (value === undefined) return null;
  return (
    <p
      data-testid="theirs"
      className="mt-1 rounded-control bg-notice-soft p-2 text-14 wrap-anywhere whitespace-pre-wrap"
    >
      <span className="block text-12 text-quiet">{t('draft.theirs')}</span>
      <bdi>{wordsOf(t, field, value)}</bdi>
    </p>
  );
}

/** The label of a switch with its hint below. */
function Hinted({ label, hint }: { readonly label: string; readonly hint: string | undefined }): ReactNode {
  if (hint === undefined) return label;
  return (
    <>
      {label}
      <span className="block text-12 text-quiet">{hint}</span>
    </>
  );
}

/** A read-only value in place of its field. */
function ReadOnly({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <dl className="min-w-0">
      <dt className="mb-1 text-12 text-quiet">{label}</dt>
      <dd className="flex min-h-11 items-center rounded-control bg-sunken px-3 text-16 wrap-anywhere">
        <bdi>{value === '' ? '–' : value}</bdi>
      </dd>
    </dl>
  );
}

function shownOf(field: Field, value: string): string {
  return field.kind === 'choice' ? (field.options.find((option) => option.value === value)?.label ?? value) : value;
}

/** Returns the label of a field. */
export function useFieldLabel(field: Field): string {
  const t = useText();
  return t(`field.${field.label ?? (field.name as FieldName)}`);
}
