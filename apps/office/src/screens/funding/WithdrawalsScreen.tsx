import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import { Dollars, Figure, State, When, Words } from '../../shared/cells/cells.tsx';
import { useSelf } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { actionsOf } from './withdrawal-actions.tsx';
import { WithdrawalDetail } from './WithdrawalDetail.tsx';
import { USER_FILTER } from '../../lists/list-types.ts';

const STATES = ['waiting', 'review', 'approved', 'paid', 'rejected', 'cancelled'] as const;

/** Withdrawals to approve and pay. Large ones need the approval of two people. */
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
        stateFilter(t, STATES, { name: 'status', first: 'waiting', all: true }),
        {
          kind: 'choice',
          name: 'type',
          label: 'way',
          options: [
            { value: '1', label: t('kind.coin') },
            { value: '2', label: t('kind.bank') },
          ],
        },
        USER_FILTER,
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
        { head: 'user', render: (row) => <Words>{row.email}</Words> },
        {
          head: 'way',
          spare: true,
          render: (row) => <Figure>{[row.currency, row.protocol].filter((part) => part !== '').join('-')}</Figure>,
        },
        { head: 'amount', figure: true, render: (row) => <Dollars value={row.amount} /> },
        {
          head: 'approvals',
          figure: true,
          spare: true,
          render: (row) => (
            <Figure>
              {row.approvedBy.length} / {row.approvalsNeeded}
            </Figure>
          ),
        },
        {
          head: 'state',
          render: (row) => (
            <>
              <State value={row.status} />
              {row.status === 'approved' && row.claimer !== null ? (
                <span className="block text-12 text-quiet">
                  <bdi>{row.claimer}</bdi>
                </span>
              ) : null}
            </>
          ),
        },
      ]}
      renderDetail={(row) => <WithdrawalDetail key={row.id} id={row.id} />}
    />
  );
}
