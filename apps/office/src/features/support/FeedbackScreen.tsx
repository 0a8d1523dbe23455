import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { Actions } from '../../lists/Actions.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, State, UserLink, When, Words } from '../../shared/cells.tsx';
import { FigureList } from '../../shared/FigureList.tsx';
import { useText } from '../../shared/text.ts';

type Feedback = RowOf<'staffFeedback'>;

/** Suggestions and complaints, each answered once. */
export function FeedbackScreen(): ReactNode {
  const t = useText();
  const actions = (row: Feedback): readonly RowAction[] =>
    row.state === 'open'
      ? [
          {
            key: 'a',
            label: t('feedback.close'),
            kind: 'primary',
            run: () =>
              startAction<'feedbackClose'>({
                call: 'feedbackClose',
                title: `${t('feedback.close')} · ${row.id}`,
                text: t('feedback.closeText'),
                confirmLabel: t('feedback.close'),
                figures: [
                  { label: t('field.user'), value: row.account === '' ? row.user_id : row.account },
                  { label: t('field.kind'), value: t(`kind.${row.kind}`) },
                ],
                fields: [{ kind: 'long', name: 'answer' }],
                input: ({ answer }) => ({ id: row.id, answer: String(answer) }),
              }),
          },
        ]
      : [];
  return (
    <ListScreen
      title={t('menu.feedback')}
      call="staffFeedback"
      idOf={(row) => row.id}
      empty={t('feedback.empty')}
      actions={actions}
      filters={[
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
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', spare: true, render: (row) => <When at={row.created_at} /> },
        { head: 'user', render: (row) => <Words>{row.account === '' ? String(row.user_id) : row.account}</Words> },
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
      renderDetail={(row) => (
        <div className="grid gap-4">
          <h2 className="me-12 text-16 font-semibold">
            {t(`kind.${row.kind}`)} {row.id}
          </h2>
          <Words>{row.text}</Words>
          <Actions actions={actions(row)} />
          <FigureList
            figures={[
              {
                label: t('field.user'),
                value: <UserLink id={row.user_id}>{row.account === '' ? row.user_id : row.account}</UserLink>,
              },
              { label: t('field.state'), value: <State value={row.state} /> },
              { label: t('field.created_at'), value: <When at={row.created_at} /> },
              { label: t('field.decided_at'), value: <When at={row.decided_at} /> },
              { label: t('field.decided_by'), value: <Words>{row.decided_by}</Words> },
              { label: t('field.answer'), value: <Words>{row.answer}</Words> },
            ]}
          />
        </div>
      )}
    />
  );
}
