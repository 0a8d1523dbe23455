import { formatResult, signOf } from '@fairlot/client';
import type { ReactNode } from 'react';
import { Facts } from '../../shared/lists/Facts.tsx';
import { Records } from '../../shared/lists/Records.tsx';
import { useMasked } from '../../shared/account/hidden-balance.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { useMovements } from './queries.ts';
import type { ListProps } from './TradeList.tsx';
import type { StatementMovement } from '@fairlot/client';

/** All movements of the account's money, newest first. */
export function MovementList({ filter, scroller }: ListProps): ReactNode {
  const t = useText();
  const query = useMovements(filter);
  return (
    <Records
      query={query}
      scroller={scroller}
      idOf={({ id }) => id}
      emptyTitle={t('statement.empty.movements')}
      emptyHint={t('statement.empty.movementsHint')}
    >
      {(each) => <Row movement={each} />}
    </Records>
  );
}

function Row({ movement }: { readonly movement: StatementMovement }): ReactNode {
  const t = useText();
  const times = useTimes();
  const masked = useMasked();
  const { instrument } = movement;
  return (
    <div className="flex min-h-16 items-center gap-x-3 px-4 py-2.5 crowded:flex-wrap">
      <span className="min-w-0 flex-1 crowded:basis-full">
        <span className="block text-16 wrap-anywhere">
          <bdi>{movement.title}</bdi>
        </span>
        <Facts>
          <bdi className="tabular-nums">{times.dateTime(movement.at)}</bdi>
          {instrument === null ? null : <span className="figure font-medium">{instrument.showCode}</span>}
          {movement.reference === null ? null : t('money.reference', { id: movement.reference })}
          {signOf(movement.available) === 0 ? t('ledger.ofFrozen') : null}
        </Facts>
      </span>
      <span className="figure ms-auto shrink-0 text-16 font-medium">{masked(formatResult(movement.value))}</span>
    </div>
  );
}
