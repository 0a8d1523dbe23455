import { formatLotsText, formatPriceText } from '@fairlot/client';
import { EmptyState } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { pendingNameKey } from '../../shared/orders/order-words.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { Amount } from './Amount.tsx';
import { RuleList } from './RuleList.tsx';
import { orderRules } from './order-rules.ts';
import type { OrderRule } from './order-rules.ts';
import type { Statement } from '@fairlot/client';
import type { OpenPosition, PendingOrder } from './statement-filter.ts';

const LIST = 'overflow-hidden rounded-surface border border-line bg-surface';

/** Positions that were open at the end of the period, and orders that are pending now. */
export function OpenList({ statement: { positions, pending } }: { readonly statement: Statement }): ReactNode {
  const t = useText();
  if (positions.length === 0 && (pending === null || pending.length === 0)) {
    return (
      <EmptyState
        title={t('statement.empty.open')}
        text={pending === null ? t('statement.pendingEnded') : t('statement.empty.openHint')}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {positions.length === 0 ? null : (
        <section aria-label={t('statement.positions')}>
          <h3 className="mb-2 text-12 text-quiet">{t('statement.positions')}</h3>
          <ul className={LIST}>
            {positions.map((each) => (
              <li key={each.id} className="border-b border-line last:border-b-0">
                <Position position={each} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {pending === null ? (
        <p className="text-12 text-quiet">{t('statement.pendingEnded')}</p>
      ) : pending.length === 0 ? null : (
        <section aria-label={t('statement.pending')}>
          <h3 className="mb-2 text-12 text-quiet">{t('statement.pending')}</h3>
          <ul className={LIST}>
            {pending.map((each) => (
              <li key={each.id} className="border-b border-line last:border-b-0">
                <Pending order={each} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Position({ position }: { readonly position: OpenPosition }): ReactNode {
  const t = useText();
  const times = useTimes();
  const precision = position.instrument.pricePrecision;
  return (
    <Line
      lead={<Amount value={position.profit} result />}
      what={t(position.side === 'buy' ? 'orders.buy' : 'orders.sell')}
      lots={position.lots}
      code={position.instrument.showCode}
      figures={`${formatPriceText(position.openPrice, precision)} → ${position.price === null ? '–' : formatPriceText(position.price, precision)}`}
      at={times.short(position.openedAt)}
      rules={orderRules(position, t, times)}
    />
  );
}

function Pending({ order }: { readonly order: PendingOrder }): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <Line
      lead={
        <span className="font-medium">
          <span className="text-12 font-normal text-quiet">{t('statement.reserved')} </span>
          <Amount value={order.reserved} />
        </span>
      }
      what={t(pendingNameKey(order.side, order.kind))}
      lots={order.lots}
      code={order.instrument.showCode}
      figures={formatPriceText(order.target, order.instrument.pricePrecision)}
      at={times.short(order.placedAt)}
      rules={orderRules(order, t, times)}
    />
  );
}

interface LineProps {
  readonly lead: ReactNode;
  readonly what: string;
  readonly lots: string;
  readonly code: string;
  readonly figures: string;
  readonly at: string;
  readonly rules: readonly OrderRule[];
}

function Line({ lead, what, lots, code, figures, at, rules }: LineProps): ReactNode {
  return (
    <div className="px-4 py-2.5">
      <div className="flex min-h-11 items-center gap-x-3 crowded:flex-wrap">
        <span className="min-w-0 flex-1 crowded:basis-full">
          <span className="block text-16 leading-6 font-semibold">{lead}</span>
          <span className="block text-12 text-quiet wrap-break-word">
            {what} <span className="figure">{formatLotsText(lots)}</span> ·{' '}
            <span className="figure font-medium text-ink">{code}</span>
          </span>
        </span>
        <span className="ms-auto shrink-0 text-end text-12 text-quiet">
          <span className="figure block text-14 text-ink">{figures}</span>
          <bdi className="tabular-nums">{at}</bdi>
        </span>
      </div>
      <RuleList rules={rules} />
    </div>
  );
}
