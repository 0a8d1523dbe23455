import { formatCount } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, State, When } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';

/** The groups of accounts, with their numbers of accounts and the changes that wait. */
export function GroupsScreen(): ReactNode {
  const t = useText();
  const go = useNavigate();
  const { roles } = useSelf();
  return (
    <ListScreen
      title={t('menu.groups')}
      call="officeGroups"
      idOf={(row) => row.id}
      empty={t('groups.empty')}
      onOpen={(row) => void go(`/groups/${row.id}`)}
      tools={
        mayCall(roles, 'officeAddGroup') ? (
          <Button onClick={() => void go('/groups/new')}>{t('groups.add')}</Button>
        ) : null
      }
      filters={[{ kind: 'text', name: 'q', label: 'search' }]}
      columns={[
        {
          head: 'name',
          render: (row) => (
            <span>
              <bdi className="wrap-anywhere">{row.name}</bdi>
              {row.defaultOf === null ? null : (
                <span className="block text-12 font-normal text-quiet">
                  {t(row.defaultOf === 'real' ? 'groups.firstReal' : 'groups.firstDemo')}
                </span>
              )}
            </span>
          ),
        },
        { head: 'real_accounts', figure: true, render: (row) => <Figure>{formatCount(row.realAccounts)}</Figure> },
        { head: 'demo_accounts', figure: true, render: (row) => <Figure>{formatCount(row.demoAccounts)}</Figure> },
        { head: 'rules', figure: true, render: (row) => <Figure>{formatCount(row.rules)}</Figure> },
        {
          head: 'stop_out_percent',
          figure: true,
          render: (row) => <Figure>{row.stopOutPercent ?? '–'}</Figure>,
        },
        { head: 'version', figure: true, render: (row) => <Figure>{row.version}</Figure> },
        {
          head: 'waiting_change',
          render: (row) =>
            row.waitingProposal === null ? (
              '–'
            ) : row.waitingUntil === null ? (
              <State value="waiting" />
            ) : (
              <When at={row.waitingUntil} />
            ),
        },
      ]}
    />
  );
}
