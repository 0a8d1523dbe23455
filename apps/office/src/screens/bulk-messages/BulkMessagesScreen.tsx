import { formatCount } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import { Figure, State, When, Words } from '../../shared/cells/cells.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { TabChips } from '../../shared/layout/TabChips.tsx';
import { useText } from '../../shared/language/language.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { actionsOf } from './bulk-actions.ts';
import { BulkDetail } from './BulkDetail.tsx';
import { BulkForm } from './BulkForm.tsx';

const TABS = ['list', 'write'] as const;
const STATES = ['waiting', 'sending', 'paused', 'done', 'stopped', 'rejected'] as const;

/** Messages to selections of clients, and the form that writes one. */
export function BulkMessagesScreen(): ReactNode {
  const t = useText();
  const [params] = useSearchParams();
  const mayWrite = mayCall(useSelf().roles, 'officeProposeBulk');
  const tab = mayWrite && params.get('tab') === 'write' ? 'write' : 'list';
  const tabs = mayWrite ? (
    <TabChips label={t('menu.bulkMessages')} tabs={TABS} tab={tab} nameOf={(value) => t(`bulk.${value}`)} />
  ) : null;
  if (tab === 'list') return <MessageList tabs={tabs} />;
  return (
    <div className="flex h-full flex-col">
      <ScreenHead title={t('menu.bulkMessages')} tools={tabs} />
      <div className="min-h-0 flex-1 overflow-auto">
        <BulkForm />
      </div>
    </div>
  );
}

function MessageList({ tabs }: { readonly tabs: ReactNode }): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <ListScreen
      title={t('menu.bulkMessages')}
      tools={tabs}
      call="officeBulkMessages"
      idOf={(row) => row.id}
      empty={t('bulk.empty')}
      actions={(row) => actionsOf(t, self, row)}
      filters={[stateFilter(t, STATES)]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
        { head: 'subject_line', render: (row) => <Words>{row.subject}</Words> },
        { head: 'kind', spare: true, render: (row) => t(`bulk.${row.kind}`) },
        { head: 'author', spare: true, render: (row) => <bdi>{row.author}</bdi> },
        { head: 'recipients', figure: true, render: (row) => <Recipients row={row} /> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <BulkDetail key={row.id} row={row} />}
    />
  );
}

/** The number of recipients. They are selected at the release: until then the open record counts them. */
function Recipients({ row }: { readonly row: RowOf<'officeBulkMessages'> }): ReactNode {
  const isSelected = row.state !== 'waiting' && row.state !== 'rejected';
  return <Figure>{isSelected ? formatCount(row.recipients) : '–'}</Figure>;
}
