import { formatResult, signOf } from '@fairlot/client';
import type { ReactNode } from 'react';
import { Facts } from '../../money/Facts.tsx';
import { Records } from '../../money/Records.tsx';
import { useText } from '../../shared/text.ts';
import { useTimes } from '../../shared/times.ts';
import { useMovements } from './queries.ts';
import type { ListProps } from './TradeList.tsx';
import type { Movement } from './wish.ts';

/** Type of an adjustment: its memo is shown as it was written. */
const ADJUSTMENT = 10;

/** What moved the account's money, newest first. */
export function MovementList({ wish, scroller }: ListProps): ReactNode {
  const text = useText();
  const query = useMovements(wish);
  return (
    <Records
      query={query}
      scroller={scroller}
      idOf={({ Id }) => Id}
      emptyTitle={text('statement.empty.movements')}
      emptyHint={text('statement.empty.movementsHint')}
    >
      {(each) => <Row movement={each} />}
    </Records>
  );
}

function Row({ movement }: { readonly movement: Movement }): ReactNode {
  const text = useText();
  const times = useTimes();
  const { instrument } = movement;
  return (
    <div className="flex min-h-16 items-center gap-x-3 px-4 py-2.5 crowded:flex-wrap">
      <span className="min-w-0 flex-1 crowded:basis-full">
        <span className="block text-16 wrap-anywhere">
          <bdi>{movement.Type === ADJUSTMENT ? movement.Memo : movement.MemoTran}</bdi>
        </span>
        <Facts>
          <bdi className="tabular-nums">{times.dateTime(movement.CreatedAtTran)}</bdi>
          {instrument === null ? null : <span className="figure font-medium">{instrument.show_code}</span>}
          {movement.Reference === null ? null : text('money.reference', { id: movement.Reference })}
          {signOf(movement.AvailableValue) === 0 ? text('ledger.ofFrozen') : null}
        </Facts>
      </span>
      <span className="figure ms-auto shrink-0 text-16 font-medium">{formatResult(movement.Value)}</span>
    </div>
  );
}
