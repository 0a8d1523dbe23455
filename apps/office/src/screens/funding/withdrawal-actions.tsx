import { startAction } from '../../actions/action.ts';
import { LimitEffect } from '../../actions/LimitEffect.tsx';
import type { RowAction } from '../../lists/list-types.ts';
import { Dollars } from '../../shared/cells/cells.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { Text } from '../../shared/language/text.ts';
import { claimedByOther, paying } from './payment-actions.tsx';
import { returnAction } from './return-action.tsx';
import { type Withdrawal, figuresOf, titleOf } from './withdrawal-figures.tsx';

/** The actions that the user may take on a withdrawal in its present state. */
export function actionsOf(t: Text, self: StaffSelf, row: Withdrawal, now = Date.now()): readonly RowAction[] {
  if (!mayCall(self.roles, 'withdrawalApprove')) return [];
  if (row.status === 'review') return [approve(t, self, row), reject(t, row)];
  if (row.status === 'approved') return [...paying(t, self, row, now), reject(t, row, claimedByOther(t, self, row))];
  return row.status === 'paid' && row.returned < row.amount - row.fee ? [comeBack(t, row)] : [];
}

function approve(t: Text, self: StaffSelf, row: Withdrawal): RowAction {
  const label = t('withdrawals.approve');
  return {
    key: 'a',
    label,
    kind: 'primary',
    disabledReason: disabledReasonOf(t, self, row),
    run: () =>
      startAction<'withdrawalApprove'>({
        call: 'withdrawalApprove',
        title: titleOf(t, row, label),
        figures: figuresOf(t, row),
        facts: <LimitEffect user={row.userId} />,
        confirmLabel: label,
        input: () => ({ id: row.id }),
        ...approvalText(t, row),
        doneText: ({ status }) => (status === 'review' ? t('withdrawals.firstText') : undefined),
      }),
  };
}

function reject(t: Text, row: Withdrawal, disabledReason?: string): RowAction {
  const label = t('withdrawals.reject');
  return {
    key: 'r',
    label,
    kind: 'critical',
    disabledReason,
    run: () =>
      startAction<'withdrawalReject'>({
        call: 'withdrawalReject',
        title: titleOf(t, row, label),
        figures: figuresOf(t, row),
        text: t('withdrawals.rejectText'),
        critical: true,
        confirmLabel: label,
        fields: [{ kind: 'long', name: 'reason' }],
        input: ({ reason }) => ({ id: row.id, reason: String(reason) }),
      }),
  };
}

function comeBack(t: Text, row: Withdrawal): RowAction {
  const label = t('withdrawals.comeBack');
  return returnAction(t, {
    call: 'withdrawalReturn',
    id: row.id,
    userId: row.userId,
    label,
    title: titleOf(t, row, label),
    text: t('withdrawals.comeBackText'),
    figures: [...figuresOf(t, row), { label: t('field.returned'), value: <Dollars value={row.returned} /> }],
  });
}

/** Says what follows; nothing where the sums, which the dialog shows, decide whether one approval is enough. */
function approvalText(t: Text, { approvedBy, approvalsNeeded }: Withdrawal): { readonly text?: string } {
  if (approvalsNeeded === 1) return {};
  return { text: approvedBy.length + 1 < approvalsNeeded ? t('withdrawals.firstText') : t('withdrawals.lastText') };
}

/** The first approver may not approve again as the second. */
function disabledReasonOf(t: Text, self: StaffSelf, row: Withdrawal): string | undefined {
  return row.approvedBy.includes(self.id) ? t('withdrawals.ownApproval') : undefined;
}
