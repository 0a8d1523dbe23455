import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useGroupFilter } from '../../lists/groups/use-group-filter.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { PositionDetail } from '../../lists/trades/TradeDetail.tsx';
import { positionColumns } from '../../lists/trades/columns.tsx';
import { stateFilter, tradeFilters } from '../../lists/trades/filters.ts';
import { positionActions } from '../../lists/trades/trade-actions.ts';
import { useText } from '../../shared/language/language.ts';
import { useSelf } from '../../shared/session/session.ts';

/** Positions of all clients with their results at the current quotes. */
export function PositionsScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  const byGroup = useGroupFilter();
  const [params] = useSearchParams();
  return (
    <ListScreen
      title={t('menu.positions')}
      call="officePositions"
      idOf={(row) => row.id}
      empty={t('trades.empty')}
      actions={(row) => positionActions(t, self, row)}
      filters={[stateFilter(t, ['open', 'closed']), ...tradeFilters(t), ...byGroup]}
      columns={positionColumns(t, params.get('state') === 'closed' ? 'closed' : 'open', { client: true })}
      renderDetail={(row) => <PositionDetail row={row} />}
    />
  );
}
