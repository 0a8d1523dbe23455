import { formatLotsText, isAlive } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { AnnouncedSwap } from '../AnnouncedSwap.tsx';
import { Dollars } from '../Dollars.tsx';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { FillCorrections } from '../../../shared/orders/FillCorrections.tsx';
import { usePosition } from '../../../shared/account/live-account.ts';
import { useText, useTimes } from '../../../shared/language/language.ts';
import { useInstruments } from '../../../shared/market/market.ts';
import { orderFacts } from './order-facts.ts';
import type { Fact } from './order-facts.ts';
import { LiveResult } from './LiveResult.tsx';
import { PendingDistance } from './PendingDistance.tsx';

const StopOutReport = lazy(async () => ({
  default: (await import('../../../shared/orders/StopOutReport.tsx')).StopOutReport,
}));

/** The result, then all figures of the order in groups. */
export function OrderDetails({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  const times = useTimes();
  const live = usePosition(order.id);
  const { byId } = useInstruments(false);
  const instrument = byId.get(order.instrument.id);
  const groups = orderFacts(order, { t: t, times, marketPrice: live?.closePrice ?? order.closePrice });
  return (
    <div className="px-4 pt-3 pb-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-20">
          {order.status === 'pending' ? (
            <PendingDistance order={order} />
          ) : order.status === 'cancelled' ? (
            t('orders.cancelled')
          ) : (
            <LiveResult order={order} />
          )}
        </span>
        <span className="shrink-0 text-14 font-medium">
          <bdi>{t(orderNameKey(order))}</bdi> <span className="figure">{formatLotsText(order.lots)}</span>
        </span>
      </div>
      {order.endReason === 'stop_out' ? (
        <Suspense fallback={null}>
          <StopOutReport order={order.id} />
        </Suspense>
      ) : null}
      {order.status === 'open' || order.status === 'closed' ? (
        <FillCorrections order={order.id} precision={order.instrument.pricePrecision} />
      ) : null}
      {isAlive(order) && instrument !== undefined ? <AnnouncedSwap instrument={instrument} className="mt-2" /> : null}
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
              {typeof value === 'string' ? value : <Dollars value={value} result={kind === 'result'} unit />}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
