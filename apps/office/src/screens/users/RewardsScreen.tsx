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

type Reward = RowOf<'officeRewards'>;
const STATES = ['waiting', 'approved', 'paid', 'refused', 'rejected'] as const;

/** Rewards for invited persons. Those with a reason wait for a decision of finance. */
export function RewardsScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <ListScreen
      title={t('menu.rewards')}
      call="officeRewards"
      idOf={(row) => row.id}
      empty={t('rewards.empty')}
      actions={(row) => actionsOf(t, self, row)}
      filters={[stateFilter(t, STATES, { first: 'waiting', all: true }), USER_FILTER]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'day', render: (row) => <Figure>{row.day}</Figure> },
        { head: 'inviter', render: (row) => <Figure>{row.uid}</Figure> },
        { head: 'invited', render: (row) => <Figure>{row.invitedUid}</Figure> },
        { head: 'amount', figure: true, render: (row) => <Dollars value={row.amount} /> },
        { head: 'reasons', render: (row) => reasonsText(t, row) },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <Detail row={row} />}
    />
  );
}

function actionsOf(t: Text, self: StaffSelf, row: Reward): readonly RowAction[] {
  if (row.state !== 'waiting' || !mayCall(self.roles, 'officeDecideReward')) return [];
  const disabledReason = row.approver === self.name ? t('adjustments.own') : undefined;
  return [
    { key: 'a', label: t('adjustments.approve'), kind: 'primary', disabledReason, run: () => decide(t, row, true) },
    { key: 'r', label: t('adjustments.reject'), kind: 'critical', run: () => decide(t, row, false) },
  ];
}

function decide(t: Text, row: Reward, approve: boolean): void {
  const verb = approve ? t('adjustments.approve') : t('adjustments.reject');
  startAction<'officeDecideReward'>({
    call: 'officeDecideReward',
    title: `${verb} · ${t('rewards.one', { id: row.id })}`,
    critical: !approve,
    text: approve ? t('rewards.approveText') : t('rewards.rejectText'),
    confirmLabel: verb,
    figures: [
      { label: t('field.inviter'), value: row.uid },
      { label: t('field.invited'), value: row.invitedUid },
      { label: t('field.amount'), value: <Dollars value={row.amount} /> },
      { label: t('field.reasons'), value: reasonsText(t, row) },
    ],
    ...(approve && { facts: <LimitEffect user={row.userId} /> }),
    fields: [{ kind: 'long', name: 'remark' }],
    input: (given) => ({ ...given, id: row.id, approve }),
  });
}

function reasonsText(t: Text, { reasons }: Reward): string {
  return reasons.length === 0 ? '–' : reasons.map((reason) => t(`rewards.reason.${reason}`)).join(' · ');
}

/** How a share was computed. */
function basisFigures(t: Text, row: Reward): readonly FigureLine[] {
  if (row.kind === 'fixed') return [];
  return [
    { label: t('field.fees'), value: <Dollars value={row.basis} /> },
    { label: t('field.reward_share_ratio'), value: <Figure>{row.percent}</Figure> },
  ];
}

function Detail({ row }: { readonly row: Reward }): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('rewards.one', { id: row.id })}</h2>
      <p className="text-28 font-semibold">
        <Dollars value={row.amount} />
      </p>
      <Actions actions={actionsOf(t, self, row)} />
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={row.state} /> },
          { label: t('field.reasons'), value: reasonsText(t, row) },
          { label: t('field.inviter'), value: <UserLink id={row.userId}>{row.uid}</UserLink> },
          { label: t('field.invited'), value: <UserLink id={row.invitedId}>{row.invitedUid}</UserLink> },
          { label: t('field.kind'), value: t(`kind.${row.kind}`) },
          ...basisFigures(t, row),
          { label: t('field.day'), value: <Figure>{row.day}</Figure> },
          { label: t('field.approver'), value: <bdi>{row.approver ?? '–'}</bdi> },
          { label: t('field.decided_by'), value: <bdi>{row.decider ?? '–'}</bdi> },
          { label: t('field.decided_at'), value: <When at={row.decidedAt} /> },
          { label: t('field.remark'), value: <Words>{row.message ?? row.remark}</Words> },
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
        ]}
      />
    </div>
  );
}
