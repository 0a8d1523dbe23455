import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import type { OrderMarket } from '../form/order-market.ts';
import type { OrderLines } from './use-order-lines.ts';

const MoveSheet = lazy(async () => ({ default: (await import('./MoveSheet.tsx')).MoveSheet }));

/** The confirmation of a dragged line; its code is loaded with the first drag. */
export function MoveQuestion({
  trade,
  market,
}: {
  readonly trade: OrderLines;
  readonly market: OrderMarket;
}): ReactNode {
  const [needed, setNeeded] = useState(false);
  if (trade.proposal !== undefined && !needed) setNeeded(true);
  return needed ? (
    <Suspense>
      <MoveSheet move={trade.proposal} market={market} onMove={trade.propose} onEnd={trade.withdraw} />
    </Suspense>
  ) : null;
}
