import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import type { OrderLines } from './use-order-lines.ts';

const OrderSheet = lazy(async () => ({ default: (await import('../sheet/OrderSheet.tsx')).OrderSheet }));

/** The position whose tag was tapped, with its details and actions; its code is loaded with the first tap. */
export function TappedPosition({ trade: { tapped, leave } }: { readonly trade: OrderLines }): ReactNode {
  const [needed, setNeeded] = useState(false);
  if (tapped !== undefined && !needed) setNeeded(true);
  return needed ? (
    <Suspense>
      <OrderSheet order={tapped} onClose={leave} />
    </Suspense>
  ) : null;
}
