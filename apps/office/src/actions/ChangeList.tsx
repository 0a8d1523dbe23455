import type { ReactNode } from 'react';
import { useText } from '../shared/language/language.ts';
import type { Text } from '../shared/language/text.ts';
import type { Change, Field, Value } from './fields.ts';
import { Shown } from '../shared/cells/Shown.tsx';
import { useFieldLabel } from './FormFields.tsx';

/** Lists the changed fields of an edit with their old and new values. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {changes.map((change) => (
        <Row key={change.field.name} change={change} />
      ))}
    </ul>
  );
}

function Row({ change: { field, before, after } }: { readonly change: Change }): ReactNode {
  const t = useText();
  return (
    <li className="px-3 py-2 text-14">
      <span className="block text-12 text-quiet">{useFieldLabel(field)}</span>
      <del className="text-quiet decoration-1">
        <Shown>{shown(t, field, before)}</Shown>
      </del>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>{' '}
      <ins className="font-semibold break-words no-underline">
        <Shown>{shown(t, field, after)}</Shown>
      </ins>
    </li>
  );
}

function shown(t: Text, field: Field, value: Value): string {
  if (typeof value === 'boolean') return value ? t('form.yes') : t('form.no');
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? String(value);
  const labels =
    field.kind === 'many' && typeof value !== 'string'
      ? value.map((each) => field.options.find((option) => option.value === each)?.label ?? each)
      : value;
  const text = typeof labels === 'string' ? labels : labels.join(', ');
  return text === '' ? '–' : text;
}
