import type { ReactNode } from 'react';
import { useText } from '../shared/language/language.ts';
import type { Change } from './fields.ts';
import { Shown } from '../shared/cells/Shown.tsx';
import { useFieldLabel } from './FormFields.tsx';
import { wordsOf } from './words-of.ts';

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
        <Shown>{wordsOf(t, field, before)}</Shown>
      </del>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>{' '}
      <ins className="font-semibold break-words no-underline">
        <Shown>{wordsOf(t, field, after)}</Shown>
      </ins>
    </li>
  );
}
