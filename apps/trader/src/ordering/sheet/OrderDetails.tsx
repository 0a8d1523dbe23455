import { formatLotsText } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { Dollars } from '../Dollars.tsx';
import { orderNameKey } from '../order-words.ts';
import { usePosition } from '../../shared/account.ts';
import { useText } from '../../shared/text.ts';
import { useTimes } from '../../shared/times.ts';
import { orderFacts } from './order-facts.ts';
import type { Fact } from './order-facts.ts';
import { LiveResult } from './LiveResult.tsx';
import { PendingDistance } from './PendingDistance.tsx';

const StopOutStory = lazy(async () => ({ default: (await import('../StopOutStory.tsx')).StopOutStory }));

/** Result first, then every labelled figure of the order in its groups. */
export function OrderDetails({ order }: { readonly order: OrderRecord }): ReactNode {
  const text = useText();
  const times = useTimes();
  const live = usePosition(order.Id);
  const groups = orderFacts(order, { text, times, marketPrice: live?.updatePrice ?? order.UpdatePrice });
  return (
    <div className="px-4 pt-3 pb-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-20">
          {order.Status === 0 ? (
            <PendingDistance order={order} />
          ) : order.Status === 2 ? (
            text('orders.cancelled')
          ) : (
            <LiveResult order={order} />
          )}
        </span>
        <span className="shrink-0 text-14 font-medium">
          <bdi>{text(orderNameKey(order))}</bdi> <span className="figure">{formatLotsText(order.Quantity)}</span>
        </span>
      </div>
      {order.EndReason === 'stop_out' ? (
        <Suspense fallback={null}>
          <StopOutStory order={order.Id} />
        </Suspense>
      ) : null}
      {groups.map((group) => (
        <Facts key={group[0]?.name} facts={group} />
      ))}
    </div>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="mt-2 border-t border-line pt-2">
      {facts.map(({ name, value, words, dollars: kind }) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-4 py-1">
          <dt className="min-w-0 text-14 text-quiet">{name}</dt>
          <dd className="text-end text-14 font-medium">
            <span className={words === true ? 'tabular-nums' : 'figure'}>
              {kind === undefined ? value : <Dollars value={value} result={kind === 'result'} unit />}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
