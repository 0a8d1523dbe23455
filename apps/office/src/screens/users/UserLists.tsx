import { PAGE_SIZE } from '@fairlot/contract';
import { EmptyState, Skeleton, cx } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Filters } from '../../lists/Filters.tsx';
import { useListPage } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { Filter } from '../../lists/list-types.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { filterInput, periodFilters } from '../../lists/period.ts';
import { Pager } from '../../lists/Pager.tsx';
import { addressText } from '../../shared/cells/address.ts';
import { DEPOSIT_STATES } from '../../shared/cells/deposit-states.ts';
import { Dollars, When, Words } from '../../shared/cells/cells.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';
import { actionWords } from '../../shared/language/action-words.ts';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';
import type { Text } from '../../shared/language/text.ts';

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

/** All events of a user in one timeline. */
export function UserTimeline({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const filters: readonly Filter[] = [
    {
      kind: 'choice',
      name: 'kind',
      label: 'kind',
      options: KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    ...periodFilters('officeUserTimeline'),
  ];
  const filter = (name: string, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setPage(1);
  };
  const query = useListPage('officeUserTimeline', { user_id: id, page, ...filterInput(filters, values) });
  return (
    <>
      <div className="gutter pb-2">
        <Filters filters={filters} values={values} onChange={filter} onTyped={filter} />
      </div>
      <ScrollRegion label={t('users.timeline')} className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {({ list: rows }) =>
            rows.length === 0 ? (
              <EmptyState title={t('list.empty')} text={t('users.timelineEmpty')} />
            ) : (
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
                    {/* The name of an author stays as it is written. */}
                    <span className={cx('min-w-0', row.kind !== 'note' && 'first-letter:uppercase')}>
                      {eventOf(t, row)}
                      {row.text === '' ? '' : ' · '}
                      {row.text === '' ? null : <Words>{textOf(t, row)}</Words>}
                    </span>
                    {row.amount === null ? null : <Dollars value={row.amount} result />}
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      </ScrollRegion>
      <Pager page={page} size={PAGE_SIZE} total={query.data?.total ?? 0} busy={query.isFetching} onPage={setPage} />
    </>
  );
}

type Entry = RowOf<'officeUserTimeline'>;
const DEPOSIT_EVENTS: Readonly<Record<string, string>> = DEPOSIT_STATES;

function eventOf(t: Text, { kind, event }: Entry): string {
  // The event of a note is its author's name.
  if (kind === 'note') return event;
  if (kind === 'staff') return actionWords(t, event);
  return wordOf(t, ['event', 'state', 'kind'], kind === 'deposit' ? (DEPOSIT_EVENTS[event] ?? event) : event);
}

/** The text of an order event contains side, lots, code and price, or the reason of its end; that of staff a name. */
function textOf(t: Text, { kind, event, text }: Entry): string {
  if (kind === 'staff') return text.replace(/: ok$/, '');
  if (kind !== 'order' && kind !== 'position') return text;
  if (event === 'placed' || event === 'opened')
    return text.replace(/^(?:buy|sell)\b/, (side) => wordOf(t, 'event', side));
  return text === 'client' ? t('field.user') : wordOf(t, 'event', text);
}

/** Current and past sessions of a user. */
export function UserSessions({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const query = useListPage('officeUserSessions', { user_id: id, page });
  return (
    <>
      <ScrollRegion label={t('users.sessions')} className="min-h-0 flex-1 overflow-auto border-t border-line">
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {({ list: rows }) =>
            rows.length === 0 ? (
              <EmptyState title={t('list.empty')} text={t('users.sessionsEmpty')} />
            ) : (
              <ListTable
                label={t('users.sessions')}
                rows={rows}
                idOf={(row) => row.id}
                marked={-1}
                openId={null}
                columns={[
                  { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
                  { head: 'last_seen_at', render: (row) => <When at={row.lastSeenAt} /> },
                  { head: 'ended_at', render: (row) => <When at={row.endedAt} /> },
                  { head: 'address', render: (row) => <Words>{addressText(row)}</Words> },
                  { head: 'agent', render: (row) => <Words>{row.agent}</Words> },
                ]}
              />
            )
          }
        </Loaded>
      </ScrollRegion>
      <Pager page={page} size={PAGE_SIZE} total={query.data?.total ?? 0} busy={query.isFetching} onPage={setPage} />
    </>
  );
}

/** The place of a list that is loading. */
export function ListSkeleton(): ReactNode {
  return (
    <div className="p-4">
      <Skeleton shape="h-40 w-full" />
    </div>
  );
}
