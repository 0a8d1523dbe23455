import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { LimitEffect } from '../../actions/LimitEffect.tsx';
import { Actions } from '../../lists/Actions.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import { type RowAction, USER_FILTER } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import { Dollars, Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import type { FigureLine } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import type { StaffSelf } from '../../shared/session/session.ts';

type Adjustment = RowOf<'officeAdjustments'>;
const STATES = ['waiting', 'approved', 'done', 'refused', 'rejected'] as const;

/** Corrections of balances. Large ones need the approval of a second person. */
export function AdjustmentsScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <ListScreen
      title={t('menu.adjustments')}
      call="officeAdjustments"
      idOf={(row) => row.id}
      empty={t('adjustments.empty')}
      actions={(row) => actionsOf(t, self, row)}
      filters={[stateFilter(t, STATES, { first: 'waiting', all: true }), USER_FILTER]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
        { head: 'user', render: (row) => <Figure>{row.uid}</Figure> },
        { head: 'amount', figure: true, render: (row) => <Dollars value={row.amount} result /> },
        { head: 'author', render: (row) => <bdi>{row.author}</bdi> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <Detail row={row} />}
    />
  );
}

/** The actions of the second person. They are disabled for the author of the correction. */
function actionsOf(t: Text, self: StaffSelf, row: Adjustment): readonly RowAction[] {
  if (row.state !== 'waiting' || !mayCall(self.roles, 'officeDecideAdjustment')) return [];
  const disabledReason = row.author === self.name ? t('adjustments.own') : undefined;
  return [
    { key: 'a', label: t('adjustments.approve'), kind: 'primary', disabledReason, run: () => decide(t, row, true) },
    { key: 'r', label: t('adjustments.reject'), kind: 'critical', disabledReason, run: () => decide(t, row, false) },
  ];
}

function decide(t: Text, row: Adjustment, approve: boolean): void {
  startAction<'officeDecideAdjustment'>({
    call: 'officeDecideAdjustment',
    title: `${approve ? t('adjustments.approve') : t('adjustments.reject')} · ${t('adjustments.one', { id: row.id })}`,
    critical: !approve,
    text: approve ? t('adjustments.approveText') : t('adjustments.rejectText'),
    confirmLabel: approve ? t('adjustments.approve') : t('adjustments.reject'),
    figures: [
      { label: t('field.user'), value: row.uid },
      { label: t('field.amount'), value: <Dollars value={row.amount} result /> },
      ...aboutFigures(t, row),
      { label: t('field.author'), value: row.author },
      { label: t('field.memo'), value: row.memo },
    ],
    ...(approve && { facts: <LimitEffect user={row.userId} /> }),
    input: () => ({ id: row.id, approve }),
  });
}

/** The withdrawal that came back, or the deposit that was charged back. */
function aboutFigures(t: Text, { about, aboutId }: Adjustment): readonly FigureLine[] {
  if (about === null) return [];
  return about === 'withdrawal'
    ? [{ label: t('field.returned'), value: t('withdrawals.one', { id: aboutId ?? 0 }) }]
    : [{ label: t('field.reversed'), value: t('deposits.one', { id: aboutId ?? 0 }) }];
}

function Detail({ row }: { readonly row: Adjustment }): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('adjustments.one', { id: row.id })}</h2>
      <p className="text-28 font-semibold">
        <Dollars value={row.amount} result />
      </p>
      <Actions actions={actionsOf(t, self, row)} />
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={row.state} /> },
          { label: t('field.user'), value: <UserLink id={row.userId}>{row.uid}</UserLink> },
          ...aboutFigures(t, row),
          { label: t('field.memo'), value: <Words>{row.memo}</Words> },
          { label: t('field.author'), value: <bdi>{row.author}</bdi> },
          { label: t('field.approver'), value: <bdi>{row.approver ?? '–'}</bdi> },
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          { label: t('field.decided_at'), value: <When at={row.decidedAt} /> },
          { label: t('field.remark'), value: row.message ?? '–' },
        ]}
      />
    </div>
  );
}
