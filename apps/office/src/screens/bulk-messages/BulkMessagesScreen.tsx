import { formatCount } from '@fairlot/client';
import { Chip } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, State, When, Words } from '../../shared/cells/cells.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useText } from '../../shared/language/language.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { actionsOf } from './bulk-actions.ts';
import { BulkDetail } from './BulkDetail.tsx';
import { BulkForm } from './BulkForm.tsx';

const TABS = ['list', 'write'] as const;
type Tab = (typeof TABS)[number];
const STATES = ['waiting', 'sending', 'paused', 'done', 'stopped', 'rejected'] as const;

/** Messages to selections of clients, and the form that writes one. */
export function BulkMessagesScreen(): ReactNode {
  const t = useText();
  const [params] = useSearchParams();
  const mayWrite = mayCall(useSelf().roles, 'officeProposeBulk');
  const tab = mayWrite && params.get('tab') === 'write' ? 'write' : 'list';
  const tabs = mayWrite ? <Tabs tab={tab} /> : null;
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

function Tabs({ tab }: { readonly tab: Tab }): ReactNode {
  const t = useText();
  const [, setParams] = useSearchParams();
  return (
    <fieldset aria-label={t('menu.bulkMessages')} className="flex flex-wrap gap-2">
      {TABS.map((value) => (
        <Chip key={value} pressed={value === tab} onPress={() => setParams({ tab: value }, { replace: true })}>
          {t(`bulk.${value}`)}
        </Chip>
      ))}
    </fieldset>
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
      filters={[
        {
          kind: 'choice',
          name: 'state',
          label: 'state',
          options: STATES.map((value) => ({ value, label: t(`state.${value}`) })),
        },
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
        { head: 'subject_line', render: (row) => <Words>{row.subject}</Words> },
        { head: 'kind', spare: true, render: (row) => t(`bulk.${row.kind}`) },
        { head: 'author', spare: true, render: (row) => <bdi>{row.author}</bdi> },
        { head: 'recipients', figure: true, render: (row) => <Figure>{formatCount(row.recipients)}</Figure> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <BulkDetail key={row.id} row={row} />}
    />
  );
}
