import type { OrderRecord } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useIsCurrent, usePosition } from '../../shared/account.ts';
import { Dollars } from '../Dollars.tsx';

/** Result of a position, live where the feed knows it; pale where it is only the last known one. */
export function LiveResult({ order }: { readonly order: OrderRecord }): ReactNode {
  const live = usePosition(order.Id);
  const current = useIsCurrent();
  return <Result profit={live?.profit ?? order.FactProfits} stale={!current} />;
}

/** A result that is settled, or known at this moment unless it is stale. */
export function Result({ profit, stale = false }: { readonly profit: string; readonly stale?: boolean }): ReactNode {
  return (
    <span className="font-semibold">
      <Dollars value={profit} result unit stale={stale} />
    </span>
  );
}
