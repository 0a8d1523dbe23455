import { PAGE_SIZE, type StaffPage } from '@fairlot/contract';
import { EmptyState } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useListPage } from '../../lists/list-calls.ts';
import type { Column } from '../../lists/list-types.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { Pager } from '../../lists/Pager.tsx';
import { Panel } from '../../lists/Panel.tsx';
import { OrderDetail, PositionDetail } from '../../lists/trades/TradeDetail.tsx';
import { orderColumns, positionColumns } from '../../lists/trades/columns.tsx';
import { useText } from '../../shared/language/language.ts';
import { Loaded, type LoadedProps } from '../../shared/layout/Loaded.tsx';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';
import { ListSkeleton } from './UserLists.tsx';

/** Positions of a client: open ones, or the closed ones. */
export function UserPositions({ id, state }: { readonly id: number; readonly state: 'open' | 'closed' }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const query = useListPage('officePositions', { user_id: id, state, page });
  return (
    <Trades
      label={state === 'open' ? t('menu.positions') : t('users.trades')}
      query={query}
      columns={positionColumns(t, state)}
      page={page}
      onPage={setPage}
      renderDetail={(row) => <PositionDetail row={row} />}
    />
  );
}

/** Pending orders of a client. */
export function UserOrders({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const query = useListPage('officeOrders', { user_id: id, state: 'pending', page });
  return (
    <Trades
      label={t('menu.orders')}
      query={query}
      columns={orderColumns(t)}
      page={page}
      onPage={setPage}
      renderDetail={(row) => <OrderDetail row={row} />}
    />
  );
}

interface TradesProps<Row> {
  readonly label: string;
  readonly query: LoadedProps<StaffPage<Row>>['query'] & { readonly isFetching: boolean };
  readonly columns: readonly Column<Row>[];
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly renderDetail: (row: Row) => ReactNode;
}

function Trades<Row extends { readonly id: number }>({
  label,
  query,
  columns,
  page,
  onPage,
  renderDetail,
}: TradesProps<Row>): ReactNode {
  const t = useText();
  const [openId, setOpen] = useState<number | null>(null);
  const opened = query.data?.list.find((row) => row.id === openId);
  if (opened !== undefined) return <Panel onClose={() => setOpen(null)}>{renderDetail(opened)}</Panel>;
  return (
    <>
      <ScrollRegion label={label} className="min-h-0 flex-1 overflow-auto border-t border-line">
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {({ list: rows }) =>
            rows.length === 0 ? (
              <EmptyState title={t('list.empty')} text={t('users.tradesEmpty')} />
            ) : (
              <ListTable
                label={label}
                rows={rows}
                idOf={(row) => row.id}
                marked={-1}
                openId={null}
                columns={columns}
                onOpen={(index) => setOpen(rows[index]?.id ?? null)}
              />
            )
          }
        </Loaded>
      </ScrollRegion>
      <Pager page={page} size={PAGE_SIZE} total={query.data?.total ?? 0} busy={query.isFetching} onPage={onPage} />
    </>
  );
}
