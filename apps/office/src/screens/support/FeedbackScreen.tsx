import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { Actions } from '../../lists/Actions.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { Filter, RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';

type Feedback = RowOf<'staffFeedback'>;

/** Suggestions and complaints, each answered once. */
export function FeedbackScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.feedback')}
      call="staffFeedback"
      idOf={(row) => row.id}
      empty={t('feedback.empty')}
      actions={(row) => actionsOf(t, row)}
      filters={filtersOf(t)}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', spare: true, render: (row) => <When at={row.createdAt} /> },
        { head: 'user', render: (row) => <Words>{accountOf(row)}</Words> },
        { head: 'kind', render: (row) => t(`kind.${row.kind}`) },
        {
          head: 'text',
          render: (row) => (
            <span className="line-clamp-2">
              <Words>{row.text}</Words>
            </span>
          ),
        },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <Detail row={row} />}
    />
  );
}

/** The account's name, or its number if it has no name. */
function accountOf(row: Feedback): string {
  return row.account === '' ? String(row.userId) : row.account;
}

function filtersOf(t: Text): readonly Filter[] {
  return [
    {
      kind: 'choice',
      name: 'state',
      label: 'state',
      first: 'open',
      options: [
        { value: 'open', label: t('state.open') },
        { value: 'done', label: t('state.done') },
        { value: '', label: t('list.all') },
      ],
    },
    {
      kind: 'choice',
      name: 'kind',
      label: 'kind',
      options: [
        { value: 'complaint', label: t('kind.complaint') },
        { value: 'suggestion', label: t('kind.suggestion') },
      ],
    },
  ];
}

/** The action on an open entry: close it with an answer. */
function actionsOf(t: Text, row: Feedback): readonly RowAction[] {
  if (row.state !== 'open') return [];
  const close = (): void =>
    startAction<'feedbackClose'>({
      call: 'feedbackClose',
      title: `${t('feedback.close')} · ${row.id}`,
      text: t('feedback.closeText'),
      confirmLabel: t('feedback.close'),
      figures: [
        { label: t('field.user'), value: accountOf(row) },
        { label: t('field.kind'), value: t(`kind.${row.kind}`) },
      ],
      fields: [{ kind: 'long', name: 'answer' }],
      input: ({ answer }) => ({ id: row.id, answer: String(answer) }),
    });
  return [{ key: 'a', label: t('feedback.close'), kind: 'primary', run: close }];
}

function Detail({ row }: { readonly row: Feedback }): ReactNode {
  const t = useText();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">
        {t(`kind.${row.kind}`)} {row.id}
      </h2>
      <Words>{row.text}</Words>
      <Actions actions={actionsOf(t, row)} />
      <FigureList
        figures={[
          { label: t('field.user'), value: <UserLink id={row.userId}>{accountOf(row)}</UserLink> },
          { label: t('field.state'), value: <State value={row.state} /> },
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          { label: t('field.decided_at'), value: <When at={row.decidedAt} /> },
          { label: t('field.decided_by'), value: <Words>{row.decidedBy}</Words> },
          { label: t('field.answer'), value: <Words>{row.answer}</Words> },
        ]}
      />
    </div>
  );
}
