import { formatCount } from '@fairlot/client';
import { startAction } from '../../actions/action.ts';
import type { Figure } from '../../actions/action.ts';
import { LimitEffect } from '../../actions/LimitEffect.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { Dollars, Figure as FigureCell } from '../../shared/cells/cells.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { Text } from '../../shared/language/text.ts';

export type Withdrawal = RowOf<'staffWithdrawals'>;

/** The actions that the user may take on a withdrawal in its present state. */
export function actionsOf(t: Text, self: StaffSelf, row: Withdrawal): readonly RowAction[] {
  if (!mayCall(self.roles, 'withdrawalApprove') || (row.status !== 'review' && row.status !== 'approved')) return [];
  const figures = figuresOf(t, row);
  const title = (what: string): string => `${what} · ${t('withdrawals.one', { id: row.id })}`;
  const approve: RowAction = {
    key: 'a',
    label: t('withdrawals.approve'),
    kind: 'primary',
    disabledReason: disabledReasonOf(t, self, row),
    run: () =>
      startAction<'withdrawalApprove'>({
        call: 'withdrawalApprove',
        title: title(t('withdrawals.approve')),
        figures,
        facts: <LimitEffect user={row.userId} />,
        confirmLabel: t('withdrawals.approve'),
        input: () => ({ id: row.id }),
        ...approvalText(t, row),
        doneText: ({ status }) => (status === 'review' ? t('withdrawals.firstText') : undefined),
      }),
  };
  const pay: RowAction = {
    key: 'a',
    label: t('withdrawals.pay'),
    kind: 'primary',
    run: () =>
      startAction<'withdrawalPay'>({
        call: 'withdrawalPay',
        title: title(t('withdrawals.pay')),
        figures,
        facts: <LimitEffect user={row.userId} />,
        text: t('withdrawals.payText'),
        confirmLabel: t('withdrawals.pay'),
        fields: [{ kind: 'text', name: 'reference', hint: t('withdrawals.referenceHint') }],
        input: ({ reference }) => ({ id: row.id, reference: String(reference) }),
      }),
  };
  const reject: RowAction = {
    key: 'r',
    label: t('withdrawals.reject'),
    kind: 'critical',
    run: () =>
      startAction<'withdrawalReject'>({
        call: 'withdrawalReject',
        title: title(t('withdrawals.reject')),
        figures,
        text: t('withdrawals.rejectText'),
        critical: true,
        confirmLabel: t('withdrawals.reject'),
        fields: [{ kind: 'long', name: 'reason' }],
        input: ({ reason }) => ({ id: row.id, reason: String(reason) }),
      }),
  };
  return [row.status === 'review' ? approve : pay, reject];
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

function figuresOf(t: Text, row: Withdrawal): readonly Figure[] {
  return [
    { label: t('field.user'), value: row.email },
    { label: t('field.amount'), value: <Dollars value={row.amount} /> },
    { label: t('field.fee'), value: <Dollars value={row.fee} /> },
    {
      label: t('field.real_number'),
      value: (
        <FigureCell>
          {formatCount(row.receipt)} {row.currency}
        </FigureCell>
      ),
    },
    {
      label: t('field.paid_to'),
      value: <span className="figure break-all">{row.address === '' ? row.payeeAccount : row.address}</span>,
    },
  ];
}
