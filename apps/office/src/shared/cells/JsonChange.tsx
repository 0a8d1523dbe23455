import { formatCount } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { Shown } from './Shown.tsx';
import { useText } from '../language/language.ts';
import { wordOf } from '../language/text.ts';
import type { Text } from '../language/text.ts';

type Fields = Readonly<Record<string, unknown>>;
type NameOf = (field: string, value: unknown) => string | undefined;

/** The old and new value of JSON texts; for records, the fields that differ, by name. */
export function JsonChange({
  before,
  after,
  whole = false,
  nameOf,
}: {
  readonly before: string | null;
  readonly after: string | null;
  /** Shows the fields that stay as they are too, with their one value. */
  readonly whole?: boolean | undefined;
  /** The name of a record that a field's value refers to. */
  readonly nameOf?: NameOf | undefined;
}): ReactNode {
  const t = useText();
  const [old, now] = [parsed(before), parsed(after)];
  if (!isRecord(old) || !isRecord(now)) return <OneChange before={old} after={now} />;
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => whole || JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  return (
    <dl>
      {names.map((name) => (
        <div key={name}>
          <dt className="mt-1 text-12 text-quiet">{labelOf(t, name)}</dt>
          <dd>
            <OneChange name={name} before={old[name]} after={now[name]} nameOf={nameOf} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The word of a field. A file of the catalogue has a record's name before it: "EURUSD max_lots". */
function labelOf(t: Text, name: string): string {
  const [record = '', field] = name.split(' ');
  return field === undefined ? wordOf(t, 'field', name) : `${isolate(record)} · ${wordOf(t, 'field', field)}`;
}

interface OneChangeProps {
  /** The field in a record. */
  readonly name?: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly nameOf?: NameOf | undefined;
}

function OneChange({ name = '', before, after, nameOf }: OneChangeProps): ReactNode {
  const t = useText();
  const shown = (value: unknown): string => nameOf?.(name, value) ?? wordFor(t, name, value) ?? plain(t, value);
  if (JSON.stringify(before) === JSON.stringify(after))
    return (
      <p className="text-14 wrap-anywhere">
        <Shown>{shown(after)}</Shown>
      </p>
    );
  return (
    <p className="text-14">
      <del className="text-quiet decoration-1 wrap-anywhere">
        <Shown>{shown(before)}</Shown>
      </del>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>{' '}
      <ins className="font-medium wrap-anywhere no-underline">
        <Shown>{shown(after)}</Shown>
      </ins>
    </p>
  );
}

/** The words of a value that stands for a choice, as the form of the field names it. */
function wordFor(t: Text, name: string, value: unknown): string | undefined {
  if (name === 'swap_triple_weekday' && isDay(value)) return t(`day.${value}`);
  if (name === 'dealing' && (value === 'normal' || value === 'closeOnly' || value === 'halted'))
    return t(`state.${value}`);
  if (name === 'fee_mode' && value === 'perLot') return t('kind.feePerLot');
  if (name === 'fee_mode' && value === 'ofMargin') return t('kind.feeOfMargin');
  if (name === 'swap_mode' && (value === 'points' || value === 'annualPercent')) return t(`kind.${value}`);
  if (name === 'type' && (value === '1' || value === '2')) return t(value === '1' ? 'kind.coin' : 'kind.bank');
  if (name === 'fee_type' && (value === 1 || value === 2)) return t(value === 1 ? 'kind.feeFixed' : 'kind.feeRate');
  return undefined;
}

function isDay(value: unknown): value is 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6;
}

function plain(t: Text, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('form.yes') : t('form.no');
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(String).join(', ');
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '') return '–';
  return /^-?\d+(\.\d+)?$/.test(text) ? formatCount(text) : text;
}

function parsed(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
