import { staffCalls } from '@fairlot/contract';
import type { StaffCallName } from '@fairlot/contract';
import { isolate } from '@fairlot/i18n';
import { DayField, Switch, TextField, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { wordsOf } from './words-of.ts';
import { CountryField, CountryList } from '../shared/forms/CountryFields.tsx';
import { FigureField } from '../shared/forms/FigureField.tsx';
import { isGrouped } from '../shared/forms/typed-figure.ts';
import { CheckGroup, LongField, SelectField } from '../shared/forms/inputs.tsx';
import { useLanguage, useText } from '../shared/language/language.ts';
import type { FieldName, Text } from '../shared/language/text.ts';
import { NewsSourcesField } from './NewsSourcesField.tsx';
import { lengthsOf } from './fields.ts';
import type { Field, Lengths, Option, Value, Values } from './fields.ts';

export interface FormFieldsProps {
  readonly call: StaffCallName;
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly bad: ReadonlySet<string>;
  /** Values that a colleague has saved meanwhile in fields that are changed here too. */
  readonly theirs: Values;
  readonly onChange: (name: string, value: Value) => void;
}

/** The fields of a form, in one column on a phone and in two elsewhere. */
export function FormFields({ call, fields, values, bad, theirs, onChange }: FormFieldsProps): ReactNode {
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
            remark={field.remark?.((name) => values[name])}
            lengths={lengthsOf(staffCalls[call].input, field.name)}
            bad={bad.has(field.name)}
            onChange={(value) => onChange(field.name, value)}
          />
          <Theirs field={field} value={theirs[field.name]} />
        </div>
      ))}
    </div>
  );
}

/** True for fields of the full width: long texts, multiple choices, addresses and single fields. */
function isWide({ kind, wide }: Field, fields: readonly Field[]): boolean {
  return (
    wide === true ||
    kind === 'long' ||
    kind === 'many' ||
    kind === 'countries' ||
    kind === 'newsSources' ||
    fields.length === 1
  );
}

interface OneFieldProps {
  readonly field: Field;
  readonly value: Value;
  readonly remark: ReactNode;
  /** Characters that the call takes; undefined for fields without a limit. */
  readonly lengths: Lengths | undefined;
  readonly bad: boolean;
  readonly onChange: (value: Value) => void;
}

function OneField({ field, value, remark, lengths, bad, onChange }: OneFieldProps): ReactNode {
  const t = useText();
  const label = useFieldLabel(field);
  const typed = typeof value === 'string' ? value : '';
  const several = Array.isArray(value) ? (value as readonly string[]) : [];
  if (field.readOnly === true) return <ReadOnly label={label} value={shownOf(field, typed)} />;
  const rule = field.hint ?? ruleOf(t, field, lengths);
  const error = bad ? errorText(t, field, typed, rule) : undefined;
  const hint = remark ?? field.hint ?? hintOf(t, field, typed, lengths);
  if (field.kind === 'switch')
    return <Switch label={<Hinted label={label} hint={hint} />} checked={value === true} onChange={onChange} />;
  if (field.kind === 'many')
    return <CheckGroup label={label} options={field.options} chosen={several} error={error} onChange={onChange} />;
  if (field.kind === 'countries')
    return <CountryList label={label} chosen={several} error={error} onChange={onChange} />;
  if (field.kind === 'newsSources')
    return <NewsSourcesField label={label} hint={hint} rows={several} error={error} onChange={onChange} />;
  if (field.kind === 'country')
    return <CountryField label={label} value={typed} error={error} hint={hint} onChange={onChange} />;
  if (field.kind === 'choice')
    return (
      <SelectField
        label={label}
        options={optionsOf(field.options, typed)}
        value={typed}
        error={error}
        hint={hint}
        onChange={onChange}
      />
    );
  if (field.kind === 'long')
    return (
      <LongField
        label={label}
        value={typed}
        rows={field.rows ?? 3}
        lang={field.lang}
        error={error}
        hint={hint}
        onChange={onChange}
      />
    );
  if (field.kind === 'day')
    return (
      <>
        <DayField label={label} value={typed} onValue={onChange} />
        {error === undefined ? null : <p className="mt-1 text-12 text-critical">{error}</p>}
      </>
    );
  const line = { label, value: typed, error, hint, onValue: onChange };
  if (field.kind === 'decimal' || field.kind === 'whole')
    return <FigureField {...line} decimal={field.kind === 'decimal'} />;
  return <TextField {...line} autoComplete="off" dir="auto" lang={field.lang} />;
}

/** The values that the field takes, in words; undefined if nothing more can be said. */
function ruleOf(t: Text, { kind }: Field, lengths: Lengths | undefined): string | undefined {
  if (kind === 'wholes') return t('form.list');
  // The characters of a figure are no rule that helps.
  return lengths === undefined || kind === 'decimal' ? undefined : t('form.length', { ...lengths });
}

/** Share of the characters of a single-line text from which they are counted. */
const NEARLY_FULL = 0.8;

/** The rule of a list, or the number of characters of a text that may become too long. */
function hintOf(t: Text, field: Field, typed: string, lengths: Lengths | undefined): string | undefined {
  if (field.kind === 'wholes') return ruleOf(t, field, lengths);
  if (lengths === undefined) return undefined;
  const isCounted = field.kind === 'long' || typed.length >= lengths.most * NEARLY_FULL;
  return isCounted ? isolate(`${typed.length} / ${lengths.most}`) : undefined;
}

/** The options, with an empty one while nothing is chosen: else the first would look chosen. */
function optionsOf(options: readonly Option[], value: string): readonly Option[] {
  return options.some((option) => option.value === value) ? options : [{ value, label: '–' }, ...options];
}

function errorText(t: Text, { kind }: Field, typed: string, rule: string | undefined): string {
  const isMissing = typed === '' && kind !== 'many' && kind !== 'countries' && kind !== 'newsSources';
  const isFigure = kind === 'decimal' || kind === 'whole';
  const fault = isMissing ? 'missing' : isFigure && isGrouped(typed) ? 'grouped' : 'bad';
  return [t(`form.${fault}`), ...(rule === undefined ? [] : [rule])].join(' · ');
}

/** The value that a colleague has saved meanwhile, below the field. */
function Theirs({ field, value }: { readonly field: Field; readonly value: Value | undefined }): ReactNode {
  const t = useText();
  const language = useLanguage();
  if (value === undefined) return null;
  return (
    <p
      data-testid="theirs"
      className="mt-1 rounded-control bg-notice-soft p-2 text-14 wrap-anywhere whitespace-pre-wrap"
    >
      <span className="block text-12 text-quiet">{t('draft.theirs')}</span>
      <bdi>{wordsOf(t, language, field, value)}</bdi>
    </p>
  );
}

/** The label of a switch with its hint below. */
function Hinted({ label, hint }: { readonly label: string; readonly hint: ReactNode }): ReactNode {
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
