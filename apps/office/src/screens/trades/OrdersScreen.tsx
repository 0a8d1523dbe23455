import type { ReactNode } from 'react';
import { useGroupFilter } from '../../lists/groups/use-group-filter.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { OrderDetail } from '../../lists/trades/TradeDetail.tsx';
import { orderColumns } from '../../lists/trades/columns.tsx';
import { stateFilter, tradeFilters } from '../../lists/trades/filters.ts';
import { orderActions } from '../../lists/trades/trade-actions.ts';
import { useText } from '../../shared/language/language.ts';
import { useSelf } from '../../shared/session/session.ts';

/** Pending orders of all clients, and those that ended without becoming a position. */
export function OrdersScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  const byGroup = useGroupFilter();
  return (
    <ListScreen
      title={t('menu.orders')}
      call="officeOrders"
      idOf={(row) => row.id}
      empty={t('trades.empty')}
      actions={(row) => orderActions(t, self, row)}
      filters={[stateFilter(t, ['pending', 'cancelled']), ...tradeFilters(t), ...byGroup]}
      columns={orderColumns(t, { client: true, group: byGroup.length > 0 })}
      renderDetail={(row) => <OrderDetail row={row} />}
    />
  );
}
