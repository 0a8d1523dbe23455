import { PAGE_SIZE } from '@fairlot/contract';
import { EmptyState } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Filters } from '../../lists/Filters.tsx';
import { useListPage } from '../../lists/list-calls.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { filterInput, periodFilters } from '../../lists/period.ts';
import { Pager } from '../../lists/Pager.tsx';
import { Dollars, Figure, When, Words } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';
import { ListSkeleton } from './UserLists.tsx';

/** Entries of a client's ledger, newest first. */
export function UserLedger({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const filters = periodFilters('officeUserTimeline');
  const filter = (name: string, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setPage(1);
  };
  const query = useListPage('officeUserTimeline', {
    user_id: id,
    kind: 'ledger',
    page,
    ...filterInput(filters, values),
  });
  return (
    <>
      <div className="gutter pb-2">
        <Filters filters={filters} values={values} onChange={filter} onTyped={filter} />
      </div>
      <ScrollRegion label={t('kind.ledger')} className="min-h-0 flex-1 overflow-auto border-t border-line">
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {({ list: rows }) =>
            rows.length === 0 ? (
              <EmptyState title={t('list.empty')} text={t('users.timelineEmpty')} />
            ) : (
              <ListTable
                label={t('kind.ledger')}
                rows={rows}
                idOf={(row) => `${row.at} ${row.event} ${row.reference} ${row.amount ?? ''} ${row.text}`}
                marked={-1}
                openId={null}
                columns={[
                  { head: 'at', render: (row) => <When at={row.at} /> },
                  { head: 'kind', render: (row) => wordOf(t, 'event', row.event) },
                  { head: 'amount', figure: true, render: (row) => <Amount value={row.amount} /> },
                  { head: 'reference', render: (row) => <Figure>{row.reference === '' ? '–' : row.reference}</Figure> },
                  { head: 'memo', render: (row) => <Words>{row.text}</Words> },
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

/** Money that is only reserved or released has no amount. */
function Amount({ value }: { readonly value: string | null }): ReactNode {
  return value === null ? <Figure>–</Figure> : <Dollars value={value} result />;
}
