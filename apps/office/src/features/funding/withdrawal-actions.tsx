import { formatCount } from '@fairlot/client';
import { startAction } from '../../actions/action.ts';
import type { Figure } from '../../actions/action.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { Dollars, Figure as FigureCell } from '../../shared/cells.tsx';
import { mayCall } from '../../shared/rights.ts';
import type { StaffSelf } from '../../shared/session.ts';
import type { Text } from '../../shared/text.ts';

export type Withdrawal = RowOf<'staffWithdrawals'>;

/** What somebody may do with a withdrawal as it stands. */
export function actionsOf(t: Text, self: StaffSelf, row: Withdrawal): readonly RowAction[] {
  if (!mayCall(self.roles, 'withdrawalApprove') || (row.status !== 'review' && row.status !== 'approved')) return [];
  const figures = figuresOf(t, row);
  const title = (what: string): string => `${what} · ${t('withdrawals.one', { id: row.id })}`;
  const approve: RowAction = {
    key: 'a',
    label: t('withdrawals.approve'),
    kind: 'primary',
    barred: barredFor(t, self, row),
    run: () =>
      startAction<'withdrawalApprove'>({
        call: 'withdrawalApprove',
        title: title(t('withdrawals.approve')),
        figures,
        confirmLabel: t('withdrawals.approve'),
        input: () => ({ id: row.id }),
        text:
          row.approved_by.length + 1 < row.approvals_needed ? t('withdrawals.firstText') : t('withdrawals.lastText'),
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

/** The second of two people may not be the first. */
function barredFor(t: Text, self: StaffSelf, row: Withdrawal): string | undefined {
  return row.approved_by.includes(self.id) ? t('withdrawals.ownApproval') : undefined;
}

function figuresOf(t: Text, row: Withdrawal): readonly Figure[] {
  return [
    { label: t('field.user'), value: row.email },
    { label: t('field.amount'), value: <Dollars value={row.number} /> },
    { label: t('field.fee'), value: <Dollars value={row.fee} /> },
    {
      label: t('field.real_number'),
      value: (
        <FigureCell>
          {formatCount(row.real_number)} {row.code}
        </FigureCell>
      ),
    },
    {
      label: t('field.paid_to'),
      value: <span className="figure break-all">{row.address === '' ? row.payee_account : row.address}</span>,
    },
  ];
}
