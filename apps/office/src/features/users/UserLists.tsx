import { PAGE_SIZE } from '@fairlot/contract';
import { EmptyState, ErrorState, Skeleton, cx } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useListPage } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { Pager } from '../../lists/Pager.tsx';
import { Dollars, When, Words } from '../../shared/cells.tsx';
import { SelectField } from '../../shared/inputs.tsx';
import { problemText } from '../../shared/problem.ts';
import { ScrollRegion } from '../../shared/ScrollRegion.tsx';
import { useText, wordOf } from '../../shared/text.ts';
import type { Text } from '../../shared/text.ts';

const KINDS = [
  'registered',
  'session',
  'order',
  'position',
  'ledger',
  'deposit',
  'withdrawal',
  'method',
  'identity',
  'feedback',
  'note',
  'staff',
] as const;

/** Everything about a user in one line of time. */
export function UserTimeline({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const [kind, setKind] = useState('');
  const query = useListPage('officeUserTimeline', { user_id: id, page, ...(kind === '' ? {} : { kind }) });
  const rows = query.data?.list ?? [];
  return (
    <>
      <div className="gutter pb-2 sm:max-w-60">
        <SelectField
          label={t('field.kind')}
          value={kind}
          onChange={(value) => {
            setKind(value);
            setPage(1);
          }}
          options={[
            { value: '', label: t('list.all') },
            ...KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
        />
      </div>
      <ScrollRegion label={t('users.timeline')} className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        {query.isPending ? (
          <div className="p-4">
            <Skeleton shape="h-40 w-full" />
          </div>
        ) : null}
        {query.isError && rows.length === 0 ? (
          <ErrorState
            title={t('error.title')}
            text={problemText(t, query.error)}
            retryLabel={t('error.retry')}
            onRetry={() => void query.refetch()}
          />
        ) : null}
        {query.data !== undefined && rows.length === 0 ? (
          <EmptyState title={t('list.empty')} text={t('users.timelineEmpty')} />
        ) : null}
        <ol className="divide-y divide-line">
          {rows.map((row) => (
            <li
              key={`${row.kind} ${row.event} ${row.reference} ${row.at}`}
              className={cx(
                'gutter grid gap-x-3 py-2 text-14 sm:grid-cols-[11rem_9rem_1fr_auto]',
                row.kind === 'note' && 'bg-notice-soft',
              )}
            >
              <span className="text-quiet">
                <When at={row.at} />
              </span>
              <span className="font-medium">
                {wordOf(t, 'kind', row.kind)} <span className="font-normal text-quiet">{row.reference}</span>
              </span>
              <span className="min-w-0">
                {eventOf(t, row)}
                {row.text === '' ? '' : ' · '}
                {row.text === '' ? null : <Words>{textOf(t, row)}</Words>}
              </span>
              {row.amount === null ? null : <Dollars value={row.amount} result />}
            </li>
          ))}
        </ol>
      </ScrollRegion>
      <Pager page={page} size={PAGE_SIZE} total={query.data?.total ?? 0} busy={query.isFetching} onPage={setPage} />
    </>
  );
}

type Entry = RowOf<'officeUserTimeline'>;
/** States of deposits as the journal names them, and the number by which the queue of deposits knows them. */
const DEPOSIT_STATES: Readonly<Record<string, string>> = {
  finished: 'deposit1',
  rejected: 'deposit2',
  invalid: 'deposit3',
};

function eventOf(t: Text, { kind, event }: Entry): string {
  // Notes carry their author's name, and what colleagues did is named as in the audit log.
  if (kind === 'note' || kind === 'staff') return event;
  return wordOf(t, ['event', 'state', 'kind'], kind === 'deposit' ? (DEPOSIT_STATES[event] ?? event) : event);
}

/** Of orders the text says side, lots and code, or why they ended. */
function textOf(t: Text, { kind, event, text }: Entry): string {
  if (kind !== 'order' && kind !== 'position') return text;
  if (event === 'placed' || event === 'opened')
    return text.replace(/^(?:buy|sell)\b/, (side) => wordOf(t, 'event', side));
  return text === 'client' ? t('field.user') : wordOf(t, 'event', text);
}

/** Where a user is or was signed in. */
export function UserSessions({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const query = useListPage('officeUserSessions', { user_id: id, page });
  const rows = query.data?.list ?? [];
  return (
    <>
      <ScrollRegion label={t('users.sessions')} className="min-h-0 flex-1 overflow-auto border-t border-line">
        {query.isPending ? (
          <div className="p-4">
            <Skeleton shape="h-40 w-full" />
          </div>
        ) : null}
        {query.isError && rows.length === 0 ? (
          <ErrorState
            title={t('error.title')}
            text={problemText(t, query.error)}
            retryLabel={t('error.retry')}
            onRetry={() => void query.refetch()}
          />
        ) : null}
        {query.data !== undefined && rows.length === 0 ? (
          <EmptyState title={t('list.empty')} text={t('users.sessionsEmpty')} />
        ) : null}
        {rows.length === 0 ? null : (
          <ListTable
            label={t('users.sessions')}
            rows={rows}
            idOf={(row) => row.id}
            marked={-1}
            openId={null}
            columns={[
              { head: 'created_at', render: (row) => <When at={row.created_at} /> },
              { head: 'last_seen_at', render: (row) => <When at={row.last_seen_at} /> },
              { head: 'ended_at', render: (row) => <When at={row.ended_at} /> },
              { head: 'address', render: (row) => <Words>{row.address}</Words> },
              { head: 'agent', render: (row) => <Words>{row.agent}</Words> },
            ]}
          />
        )}
      </ScrollRegion>
      <Pager page={page} size={PAGE_SIZE} total={query.data?.total ?? 0} busy={query.isFetching} onPage={setPage} />
    </>
  );
}
