import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import { When, Words } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { DueDay, assigneeOf } from './task-cells.tsx';

type Task = RowOf<'officeTasks'>;

/** A task on the page of its user. */
export function TaskCard({ row }: { readonly row: Task }): ReactNode {
  const t = useText();
  return (
    <article className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3 text-12 text-quiet">
        <span>{t('tasks.one', { id: row.id })}</span>
        <bdi>{assigneeOf(t, row)}</bdi>
        <DueDay row={row} />
        {row.doneAt === null ? null : (
          <span>
            {t('field.done_by')}: <bdi>{row.doneBy}</bdi> · <When at={row.doneAt} />
          </span>
        )}
      </p>
      <div className="text-14">
        <Words>{row.text}</Words>
      </div>
      {row.doneAt === null ? (
        <div className="-ms-4">
          <Button kind="plain" onClick={() => finishTask(t, row)}>
            {t('tasks.finish')}
          </Button>
        </div>
      ) : null}
    </article>
  );
}

/** Opens the dialog that marks a task as done. */
export function finishTask(t: Text, row: Task): void {
  startAction<'officeFinishTask'>({
    call: 'officeFinishTask',
    title: `${t('tasks.finish')} · ${t('tasks.one', { id: row.id })}`,
    confirmLabel: t('tasks.finish'),
    figures: [
      { label: t('field.user'), value: row.account === '' ? row.uid : row.account },
      { label: t('field.text'), value: row.text },
    ],
    input: () => ({ id: row.id }),
  });
}
