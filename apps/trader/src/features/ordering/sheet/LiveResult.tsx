import { netResult } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import type { Money } from '@fairlot/domain';
import type { ReactNode } from 'react';
import { useIsCurrent, usePosition } from '../../../shared/account/live-account.ts';
import { useText } from '../../../shared/language/language.ts';
import { Dollars } from '../Dollars.tsx';

/** Result of a position; live if the feed has it, greyed out if it is the last known one. */
export function LiveResult({ order }: { readonly order: Order }): ReactNode {
  const live = usePosition(order.id);
  const current = useIsCurrent();
  return <Result profit={live?.profit ?? order.profit} stale={!current} />;
}

/** The result of a closed position after its costs, and says so. */
export function NetResult({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  return (
    <>
      <Result profit={netResult(order)} /> <span className="text-12 text-quiet">{t('orders.net')}</span>
    </>
  );
}

/** A final or live result; greyed out if stale. */
export function Result({
  profit,
  stale = false,
}: {
  readonly profit: Money | string;
  readonly stale?: boolean;
}): ReactNode {
  return (
    <span className="font-semibold">
      <Dollars value={profit} result unit stale={stale} />
    </span>
  );
}
