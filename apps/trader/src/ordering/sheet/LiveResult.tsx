import type { OrderRecord } from '@fairlot/client';
import type { ReactNode } from 'react';
import { usePosition } from '../../shared/account.ts';
import { Dollars } from '../Dollars.tsx';

/** Result of a position, live where the feed knows it. */
export function LiveResult({ order }: { readonly order: OrderRecord }): ReactNode {
  const live = usePosition(order.Id);
  return <Result profit={live?.profit ?? order.FactProfits} />;
}

/** A result that is settled, or known at this moment. */
export function Result({ profit }: { readonly profit: string }): ReactNode {
  return <span className="font-semibold"><Dollars value={profit} result unit /></span>;
}
