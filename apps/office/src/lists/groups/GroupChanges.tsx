import { camelKeys } from '@fairlot/client';
import { groupDefinition, groupHedgedMargin } from '@fairlot/contract';
import type { ReactNode } from 'react';
import { Shown } from '../../shared/cells/Shown.tsx';
import { usePercent, useText } from '../../shared/language/language.ts';
import type { FieldName, Text } from '../../shared/language/text.ts';
import { groupChanges } from './group-merge.ts';
import type { GroupChange, GroupField } from './group-merge.ts';
import { EMPTY_GROUP, formOf } from './rule.ts';
import type { GroupForm } from './rule.ts';
import { PART_FIELDS, partWords } from './rule-words.ts';
import { useTargetName } from './targets.ts';

const FIELDS = {
  name: 'name',
  note: 'remark',
  stopOut: 'stop_out_percent',
  marginCall: 'margin_call_percent',
  hedged: 'hedged_margin',
} as const satisfies Readonly<Record<GroupField, FieldName>>;

/** The definition of a group in a JSON text as a form; an empty form for one that is not there. */
export function storedGroup(json: string): GroupForm {
  try {
    const { data } = groupDefinition.safeParse(JSON.parse(json));
    return data === undefined ? EMPTY_GROUP : formOf(camelKeys(data));
  } catch {
    return EMPTY_GROUP;
  }
}

export interface GroupChangesProps {
  readonly before: GroupForm;
  readonly after: GroupForm;
  /** The number of lines, with the count of the others below; default all. */
  readonly most?: number;
}

/** The differences between two versions of a group in words, with the old and the new value. */
export function GroupChanges({ before, after, most = Number.POSITIVE_INFINITY }: GroupChangesProps): ReactNode {
  const t = useText();
  const nameOf = useTargetName();
  const changes = groupChanges(before, after);
  // Values of a new group have none before them.
  const isNew = before.name === '' && after.name !== '';
  if (changes.length === 0) return <p className="text-14 text-quiet">{t('groups.same')}</p>;
  return (
    <ul data-testid="group-changes" className="divide-y divide-line rounded-control border border-line bg-surface">
      {changes.slice(0, most).map((change) => (
        <Line
          key={change.kind === 'field' ? change.field : `${change.target} ${change.part}`}
          change={change}
          nameOf={nameOf}
          isNew={isNew}
        />
      ))}
      {changes.length > most ? <li className="figure px-3 py-2 text-14 text-quiet">+{changes.length - most}</li> : null}
    </ul>
  );
}

function fieldWords(t: Text, field: GroupField, value: string): string {
  const text = value.trim();
  const hedged = field === 'hedged' ? groupHedgedMargin.options.find((each) => each === text) : undefined;
  if (hedged !== undefined) return t(`groups.hedged.${hedged}`);
  return text === '' ? '–' : text;
}

interface LineProps {
  readonly change: GroupChange;
  readonly nameOf: (target: string) => string;
  readonly isNew: boolean;
}

function Line({ change, nameOf, isNew }: LineProps): ReactNode {
  const t = useText();
  const percent = usePercent();
  const isField = change.kind === 'field';
  const label = isField ? t(`field.${FIELDS[change.field]}`) : t(`field.${PART_FIELDS[change.part]}`);
  const [before, after] = isField
    ? [change.before, change.after].map((text) => fieldWords(t, change.field, text))
    : [partWords(t, percent, change.part, change.before), partWords(t, percent, change.part, change.after)];
  return (
    <li className="px-3 py-2 text-14">
      <span className="block text-12 text-quiet">
        {isField ? null : (
          <>
            <bdi className="font-medium text-ink">{nameOf(change.target)}</bdi> ·{' '}
          </>
        )}
        {label}
      </span>
      {isNew ? null : (
        <>
          <del className="text-quiet decoration-1 wrap-anywhere">
            <Shown>{before ?? '–'}</Shown>
          </del>{' '}
          <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
            →
          </span>{' '}
        </>
      )}
      <ins className="font-semibold wrap-anywhere no-underline">
        <Shown>{after ?? '–'}</Shown>
      </ins>
    </li>
  );
}
