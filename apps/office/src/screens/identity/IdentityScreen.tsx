import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import { Figure, State, When, Words } from '../../shared/cells/cells.tsx';
import { useSelf } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { identityActions } from './identity-actions.ts';
import { IdentityDetail } from './IdentityDetail.tsx';
import { USER_FILTER } from '../../lists/list-types.ts';

const STATES = ['waiting', 'finished', 'rejected', 'revoked'] as const;

/** Identity documents to review. */
export function IdentityScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <ListScreen
      title={t('menu.identity')}
      call="identityQueue"
      idOf={(row) => row.id}
      empty={t('identity.empty')}
      actions={(row) => identityActions(t, self, row)}
      panelWidth="wide"
      filters={[stateFilter(t, STATES, { name: 'status', first: 'waiting' }), USER_FILTER]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'submitted_at', spare: true, render: (row) => <When at={row.submittedAt} /> },
        { head: 'full_name', render: (row) => <Words>{row.name}</Words> },
        { head: 'user', render: (row) => <Words>{row.email === '' ? row.mobile : row.email}</Words> },
        { head: 'state', render: (row) => <State value={row.status} /> },
      ]}
      renderDetail={(row) => <IdentityDetail key={row.id} id={row.id} />}
    />
  );
}
