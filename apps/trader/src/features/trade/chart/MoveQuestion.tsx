import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import type { OrderMarket } from '../../../ordering/order-market.ts';
import type { TradeLines } from './use-trade-lines.ts';

const MoveSheet = lazy(async () => ({ default: (await import('./MoveSheet.tsx')).MoveSheet }));

/** The question about a dragged line, loaded when the first one is. */
export function MoveQuestion({
  trade,
  market,
}: {
  readonly trade: TradeLines;
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
