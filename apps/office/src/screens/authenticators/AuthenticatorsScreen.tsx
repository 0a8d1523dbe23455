import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import { Figure, State, When, Words } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import { useSelf } from '../../shared/session/session.ts';
import { ResetDetail } from './ResetDetail.tsx';
import { resetActions } from './reset-actions.ts';

const STATES = ['waiting', 'checked', 'approved', 'done', 'refused', 'cancelled', 'expired'] as const;

/** Requests of users who lost their authenticator and all recovery codes. */
export function AuthenticatorsScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <ListScreen
      title={t('menu.factorResets')}
      call="factorResets"
      idOf={(row) => row.id}
      empty={t('factorResets.empty')}
      actions={(row) => resetActions(t, self, row)}
      filters={[stateFilter(t, STATES)]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'submitted_at', spare: true, render: (row) => <When at={row.askedAt} /> },
        { head: 'user', render: (row) => <Words>{row.email === '' ? row.mobile : row.email}</Words> },
        { head: 'checked_by', spare: true, render: (row) => <bdi>{row.checkedBy ?? '–'}</bdi> },
        { head: 'state', render: (row) => <State value={row.state} /> },
        { head: 'effective_at', spare: true, render: (row) => <When at={row.effectiveAt} /> },
      ]}
      renderDetail={(row) => <ResetDetail key={row.id} id={row.id} />}
    />
  );
}
