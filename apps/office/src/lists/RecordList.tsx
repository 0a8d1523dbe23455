import type { StaffInput, StaffOutput } from '@fairlot/client';
import { Button, EmptyState, Skeleton } from '@fairlot/ui';
import type { StaffCallName } from '@fairlot/contract';
import type { ReactNode } from 'react';
import { startAction } from '../actions/action.ts';
import type { Action } from '../actions/action.ts';
import { waitingText } from '../actions/waiting-text.ts';
import { changedOnly } from '../actions/changed-only.ts';
import { fieldsOfChange, valuesOf } from '../actions/fields.ts';
import type { Field } from '../actions/fields.ts';
import { Loaded } from '../shared/layout/Loaded.tsx';
import { mayCall } from '../shared/session/rights.ts';
import { useSelf } from '../shared/session/session.ts';
import { useText } from '../shared/language/language.ts';
import { REFRESH_MS, useRead } from './list-calls.ts';
import type { Column } from './list-types.ts';
import { ListTable } from './ListTable.tsx';

/** A stored record. A change carries its version, so that a form that was read earlier cannot undo a colleague's change. */
type Versioned = {
  readonly id: number;
  readonly version: number;
};
/** Calls that save a record. The answer has the number of the proposal if the change waits for a second person. */
type SaveName = {
  [N in StaffCallName]: StaffOutput<N> extends { readonly id: number | null; readonly proposal: number | null }
    ? N
    : never;
}[StaffCallName];

/** Calls that return all records of a kind at once. */
type WholeName = {
  [N in StaffCallName]: StaffOutput<N> extends readonly Versioned[] ? N : never;
}[StaffCallName];
type RecordOf<N extends WholeName> = StaffOutput<N> extends readonly (infer Row)[] ? Row & Versioned : never;

export interface RecordListProps<N extends WholeName, S extends SaveName> {
  readonly read: N;
  /** The call that adds a record, or changes one by its id. */
  readonly save: S;
  /** Name of a record's kind. */
  readonly name: string;
  readonly fields: readonly Field[];
  readonly columns: readonly Column<RecordOf<N>>[];
  /** One sentence on the effect of a change. */
  readonly text?: string;
}

/** A short list of records that can be added and changed. */
export function RecordList<N extends WholeName, S extends SaveName>({
  read,
  save,
  name,
  fields,
  columns,
  text,
}: RecordListProps<N, S>): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const query = useRead(read, {} as StaffInput<N>, { every: REFRESH_MS });
  const rows = (query.data ?? []) as unknown as readonly RecordOf<N>[];
  const allowed = mayCall(roles, save);
  const action = (row: RecordOf<N> | undefined): Action<S> => ({
    call: save,
    title: row === undefined ? t('terms.add', { name }) : t('terms.edit', { name }),
    fields: row === undefined ? fields : fieldsOfChange(fields),
    ...(text === undefined ? {} : { text }),
    initial: row === undefined ? { ...valuesOf(fields, {}), ...firstChoices(fields) } : valuesOf(fields, { ...row }),
    input: (given) => (row === undefined ? given : { ...changedOnly(given, row), ...versionOf(row) }) as StaffInput<S>,
    confirmLabel: t('action.save'),
    doneText: (output) => waitingText(t, name, output),
    renewed: async () => {
      const { data } = await query.refetch();
      const now = (data as unknown as readonly RecordOf<N>[] | undefined)?.find(({ id }) => id === row?.id);
      return now === undefined ? undefined : action(now);
    },
  });
  return (
    <div className="bg-surface">
      {allowed ? (
        <div className="gutter flex justify-end py-2">
          <Button kind="secondary" onClick={() => startAction(action(undefined))}>
            {t('terms.add', { name })}
          </Button>
        </div>
      ) : null}
      <Loaded
        query={query}
        skeleton={
          <div className="p-4">
            <Skeleton shape="h-40 w-full" />
          </div>
        }
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState title={t('list.empty')} text={t('terms.empty')} />
          ) : (
            <ListTable
              label={name}
              columns={columns}
              rows={rows}
              idOf={(row) => row.id}
              marked={-1}
              openId={null}
              onOpen={
                allowed
                  ? (index) => {
                      if (rows[index] !== undefined) startAction(action(rows[index]));
                    }
                  : undefined
              }
            />
          )
        }
      </Loaded>
    </div>
  );
}

function versionOf({ id, version }: Versioned): Versioned {
  return { id, version };
}

/** Returns the first option of each choice, which the browser shows as selected in a new record. */
function firstChoices(fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => (field.kind === 'choice' ? [[field.name, field.options[0]?.value ?? '']] : [])),
  );
}
