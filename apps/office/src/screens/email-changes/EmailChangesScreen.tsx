import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { Actions } from '../../lists/Actions.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import { type RowAction, USER_FILTER } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import { Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import type { StaffSelf } from '../../shared/session/session.ts';

type Change = RowOf<'emailChanges'>;
const STATES = ['open', 'done', 'refused', 'cancelled', 'expired'] as const;

/** Changes of email addresses. Without the old mailbox, two people must agree. */
export function EmailChangesScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <ListScreen
      title={t('menu.emailChanges')}
      call="emailChanges"
      idOf={(row) => row.id}
      empty={t('emailChanges.empty')}
      actions={(row) => actionsOf(t, self, row)}
      filters={[stateFilter(t, STATES, { first: 'open', all: true }), USER_FILTER]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', spare: true, render: (row) => <When at={row.askedAt} /> },
        { head: 'user', render: (row) => <Words>{row.account === '' ? row.uid : row.account}</Words> },
        { head: 'new_email', render: (row) => <Words>{row.newEmail}</Words> },
        { head: 'effective_at', spare: true, render: (row) => <When at={row.effectiveAt} /> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <Detail row={row} />}
    />
  );
}

function actionsOf(t: Text, self: StaffSelf, row: Change): readonly RowAction[] {
  if (row.state !== 'open' || !mayCall(self.roles, 'agreeEmailChange')) return [];
  const disabledReason = row.checkedBy === self.name ? t('factorResets.own') : undefined;
  const refuse: RowAction = {
    key: 'r',
    label: t('identity.reject'),
    kind: 'critical',
    run: () => decide(t, row, false),
  };
  if (row.oldConfirmedAt !== null || row.approvedBy !== null) return [refuse];
  return [
    { key: 'a', label: t('emailChanges.agree'), kind: 'primary', disabledReason, run: () => decide(t, row, true) },
    refuse,
  ];
}

function decide(t: Text, row: Change, agree: boolean): void {
  const label = agree ? t('emailChanges.agree') : t('identity.reject');
  const call = agree ? 'agreeEmailChange' : 'refuseEmailChange';
  startAction<typeof call>({
    call,
    title: `${label} · ${t('emailChanges.one', { id: row.id })}`,
    text: agree ? t('emailChanges.agreeText') : t('emailChanges.refuseText'),
    critical: !agree,
    confirmLabel: label,
    figures: [
      { label: t('field.user'), value: row.account === '' ? row.uid : row.account },
      { label: t('field.new_email'), value: row.newEmail },
    ],
    fields: [{ kind: 'long', name: agree ? 'words' : 'reason' }],
    input: (given) => ({ ...given, id: row.id }) as never,
  });
}

function Detail({ row }: { readonly row: Change }): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('emailChanges.one', { id: row.id })}</h2>
      <Actions actions={actionsOf(t, self, row)} />
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={row.state} /> },
          {
            label: t('field.user'),
            value: <UserLink id={row.userId}>{row.account === '' ? row.uid : row.account}</UserLink>,
          },
          { label: t('field.uid'), value: <Figure>{row.uid}</Figure> },
          { label: t('field.new_email'), value: <Words>{row.newEmail}</Words> },
          { label: t('field.created_at'), value: <When at={row.askedAt} /> },
          { label: t('field.author'), value: <bdi>{row.askedBy ?? t('field.user')}</bdi> },
          { label: t('field.reason'), value: <Words>{row.reason}</Words> },
          { label: t('field.new_confirmed_at'), value: <When at={row.newConfirmedAt} /> },
          { label: t('field.old_confirmed_at'), value: <When at={row.oldConfirmedAt} /> },
          { label: t('field.checked_by'), value: <bdi>{row.checkedBy ?? '–'}</bdi> },
          { label: t('field.approver'), value: <bdi>{row.approvedBy ?? '–'}</bdi> },
          {
            label: t('field.words'),
            value: <Words>{[row.checkedWords, row.approvedWords].filter((words) => words !== '').join('\n')}</Words>,
          },
          { label: t('field.effective_at'), value: <When at={row.effectiveAt} /> },
          { label: t('field.ended_at'), value: <When at={row.endedAt} /> },
          { label: t('field.remark'), value: <Words>{row.endedWords}</Words> },
        ]}
      />
    </div>
  );
}
