import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Dollars, Figure, State, When, Words } from '../../shared/cells.tsx';
import { useSelf } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { actionsOf } from './withdrawal-actions.tsx';
import { WithdrawalDetail } from './WithdrawalDetail.tsx';

const STATES = ['review', 'approved', 'paid', 'rejected', 'cancelled'] as const;

/** Withdrawals: to be approved, by two people where they are large, and paid. */
export function WithdrawalsScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <ListScreen
      title={t('menu.withdrawals')}
      call="staffWithdrawals"
      idOf={(row) => row.id}
      empty={t('withdrawals.empty')}
      actions={(row) => actionsOf(t, self, row)}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: 'state',
          options: STATES.map((value) => ({ value, label: t(`state.${value}`) })),
        },
        {
          kind: 'choice',
          name: 'type',
          label: 'way',
          options: [
            { value: '1', label: t('kind.coin') },
            { value: '2', label: t('kind.bank') },
          ],
        },
        { kind: 'whole', name: 'user_id', label: 'user_id' },
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', render: (row) => <When at={row.created_at} /> },
        { head: 'user', render: (row) => <Words>{row.email}</Words> },
        {
          head: 'way',
          spare: true,
          render: (row) => <Figure>{[row.code, row.protocol].filter((part) => part !== '').join('-')}</Figure>,
        },
        { head: 'amount', figure: true, render: (row) => <Dollars value={row.number} /> },
        {
          head: 'approvals',
          figure: true,
          spare: true,
          render: (row) => (
            <Figure>
              {row.approved_by.length} / {row.approvals_needed}
            </Figure>
          ),
        },
        { head: 'state', render: (row) => <State value={row.status} /> },
      ]}
      renderDetail={(row) => <WithdrawalDetail key={row.id} id={row.id} />}
    />
  );
}
