import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { RowOf } from '../../lists/list-calls.ts';
import { Day } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';

type Task = RowOf<'officeTasks'>;

/** The role or the person for whom a task is. */
export function assigneeOf(t: Text, { forRole, forStaff }: Task): string {
  return forRole === null ? (forStaff ?? '–') : t(`role.${forRole}`);
}

/** The due day of a task, marked when it is over. */
export function DueDay({ row }: { readonly row: Task }): ReactNode {
  const t = useText();
  return (
    <span className={cx('whitespace-nowrap', row.overdue && 'font-medium text-critical')}>
      <Day day={row.dueOn} />
      {row.overdue ? ` · ${t('tasks.overdue')}` : ''}
    </span>
  );
}
