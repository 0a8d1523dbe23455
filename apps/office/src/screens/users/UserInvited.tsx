import { PAGE_SIZE } from '@fairlot/contract';
import { EmptyState, Skeleton } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useListPage } from '../../lists/list-calls.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { Pager } from '../../lists/Pager.tsx';
import { Dollars, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';

/** Persons who registered with a user's invitation code, and what was paid for them. */
export function UserInvited({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const query = useListPage('officeInvited', { user_id: id, page });
  return (
    <>
      <ScrollRegion label={t('users.invited')} className="min-h-0 flex-1 overflow-auto border-t border-line">
        <Loaded
          query={query}
          skeleton={
            <div className="p-4">
              <Skeleton shape="h-40 w-full" />
            </div>
          }
        >
          {({ list: rows }) =>
            rows.length === 0 ? (
              <EmptyState title={t('list.empty')} text={t('users.invitedEmpty')} />
            ) : (
              <ListTable
                label={t('users.invited')}
                rows={rows}
                idOf={(row) => row.id}
                marked={-1}
                openId={null}
                columns={[
                  { head: 'user', render: (row) => <UserLink id={row.id}>{row.uid}</UserLink> },
                  { head: 'registered_at', render: (row) => <When at={row.registeredAt} /> },
                  { head: 'email', render: (row) => <Words>{row.email === '' ? row.mobile : row.email}</Words> },
                  { head: 'state', render: (row) => <State value={row.state} /> },
                  { head: 'rewards', figure: true, render: (row) => <Dollars value={row.rewarded} /> },
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
