import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { finishTask } from './TaskCard.tsx';
import { DueDay, assigneeOf } from './task-cells.tsx';

type Task = RowOf<'officeTasks'>;

/** Tasks about users: at first those for the signed-in person and the person's roles. */
export function TasksScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.tasks')}
      call="officeTasks"
      idOf={(row) => row.id}
      empty={t('tasks.empty')}
      actions={(row) => actionsOf(t, row)}
      filters={[
        {
          kind: 'choice',
          name: 'mine',
          label: 'assignee',
          first: '1',
          options: [
            { value: '1', label: t('tasks.mine') },
            { value: '0', label: t('list.all') },
          ],
        },
        {
          kind: 'choice',
          name: 'state',
          label: 'state',
          first: 'open',
          options: [
            { value: 'open', label: t('state.open') },
            { value: 'done', label: t('state.done') },
          ],
        },
      ]}
      columns={[
        { head: 'due_on', render: (row) => <DueDay row={row} /> },
        { head: 'text', render: (row) => <Words>{row.text}</Words> },
        { head: 'user', render: (row) => <Words>{row.account === '' ? row.uid : row.account}</Words> },
        { head: 'assignee', render: (row) => <bdi>{assigneeOf(t, row)}</bdi> },
        { head: 'author', spare: true, render: (row) => <bdi>{row.author}</bdi> },
        { head: 'done_by', spare: true, render: (row) => <bdi>{row.doneBy ?? '–'}</bdi> },
      ]}
      renderDetail={(row) => <Detail row={row} />}
    />
  );
}

function actionsOf(t: Text, row: Task): readonly RowAction[] {
  if (row.doneAt !== null) return [];
  return [{ key: 'a', label: t('tasks.finish'), kind: 'primary', run: () => finishTask(t, row) }];
}

function Detail({ row }: { readonly row: Task }): ReactNode {
  const t = useText();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('tasks.one', { id: row.id })}</h2>
      <p className="text-16">
        <Words>{row.text}</Words>
      </p>
      <Actions actions={actionsOf(t, row)} />
      <FigureList
        figures={[
          { label: t('field.due_on'), value: <DueDay row={row} /> },
          {
            label: t('field.user'),
            value: <UserLink id={row.userId}>{row.account === '' ? row.uid : row.account}</UserLink>,
          },
          { label: t('field.uid'), value: <Figure>{row.uid}</Figure> },
          { label: t('field.assignee'), value: <bdi>{assigneeOf(t, row)}</bdi> },
          { label: t('field.author'), value: <bdi>{row.author}</bdi> },
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          ...(row.doneAt === null
            ? []
            : [
                { label: t('field.done_by'), value: <bdi>{row.doneBy}</bdi> },
                { label: t('field.done_at'), value: <When at={row.doneAt} /> },
              ]),
        ]}
      />
    </div>
  );
}
