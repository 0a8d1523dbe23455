import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { stateFilter } from '../../lists/state-filter.ts';
import { Figure, State, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { problemText } from '../../shared/messages/problem.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';

type Message = RowOf<'officeOutbox'>;
const STATES = ['waiting', 'held', 'sent', 'failed', 'expired'] as const;

/** Mail and SMS to users. */
export function OutboxScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.outbox')}
      call="officeOutbox"
      idOf={(row) => row.id}
      empty={t('outbox.empty')}
      filters={[
        stateFilter(t, STATES),
        {
          kind: 'choice',
          name: 'channel',
          label: 'channel',
          options: [
            { value: 'mail', label: t('kind.mail') },
            { value: 'sms', label: t('kind.sms') },
          ],
        },
        { kind: 'text', name: 'recipient', label: 'recipient' },
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
        { head: 'channel', spare: true, render: (row) => t(`kind.${row.channel}`) },
        { head: 'recipient', render: (row) => <Words>{row.recipient}</Words> },
        { head: 'kind', render: (row) => row.name },
        { head: 'tries', figure: true, spare: true, render: (row) => <Figure>{row.tries}</Figure> },
        { head: 'state', render: (row) => <State value={row.state} /> },
      ]}
      renderDetail={(row) => <Detail key={row.id} row={row} />}
    />
  );
}

function Detail({ row }: { readonly row: Message }): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const [asked, setAsked] = useState(false);
  const message = useRead('officeOutboxMessage', { id: row.id }, { enabled: asked });
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('outbox.one', { id: row.id })}</h2>
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={row.state} /> },
          { label: t('field.recipient'), value: <Words>{row.recipient}</Words> },
          { label: t('field.kind'), value: row.name },
          { label: t('field.template'), value: <code>{row.template}</code> },
          { label: t('field.language'), value: row.language },
          { label: t('field.subject_line'), value: <Words>{row.subject}</Words> },
          { label: t('field.tries'), value: <Figure>{row.tries}</Figure> },
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          { label: t('field.ended_at'), value: <When at={row.endedAt} /> },
          { label: t('field.last_error'), value: <Words>{row.lastError}</Words> },
        ]}
      />
      {mayCall(roles, 'officeOutboxMessage') && !asked ? (
        <div>
          <p className="mb-2 text-14 text-quiet">{t('outbox.readText')}</p>
          <Button kind="secondary" onClick={() => setAsked(true)}>
            {t('outbox.read')}
          </Button>
        </div>
      ) : null}
      {message.error === null ? null : (
        <p role="alert" className="text-14 text-critical">
          {problemText(t, message.error)}
        </p>
      )}
      {message.data === undefined ? null : (
        <pre
          data-testid="body"
          dir="auto"
          className="rounded-control bg-sunken p-3 font-sans text-14 break-words whitespace-pre-wrap"
        >
          {message.data.body ?? t('outbox.gone')}
        </pre>
      )}
    </div>
  );
}
