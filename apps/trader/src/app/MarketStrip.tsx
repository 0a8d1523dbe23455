import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useMarketCondition } from './market-condition.ts';
import { useOldMarket } from '../shared/old-market.ts';
import { useSite } from '../shared/site.ts';
import { useText } from '../shared/text.ts';

const DOTS = {
  live: 'bg-ink',
  connecting: 'animate-pulse bg-line-strong',
  reconnecting: 'animate-pulse bg-notice',
  offline: 'bg-notice',
  stale: 'bg-notice',
  closed: 'bg-line-strong',
} as const;

/** Says on every screen how current the prices are, and that a simulated or replayed market is one. */
export function MarketStrip(): ReactNode {
  const text = useText();
  const condition = useMarketCondition();
  const market = useSite()?.market;
  const seen = useOldMarket((old) => old.seen);
  const troubled = condition === 'reconnecting' || condition === 'offline' || condition === 'stale';
  return (
    <header
      className={cx(
        'gutter flex min-h-7 shrink-0 items-center gap-x-2 text-12 transition-colors crowded:flex-wrap',
        troubled ? 'bg-notice-soft text-notice' : 'bg-sunken text-quiet',
      )}
    >
      <output className="flex min-w-0 items-center gap-1.5">
        <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', DOTS[condition])} />
        <span className="truncate crowded:whitespace-normal">
          {text(`connection.${condition}`)}
          {seen === null || condition === 'live' ? '' : ` · ${text('connection.old', { time: seen })}`}
        </span>
      </output>
      {market === undefined || market === 'live' ? null : (
        <span className="ms-auto min-w-0 truncate font-medium crowded:whitespace-normal">
          {text(`market.${market}`)}
        </span>
      )}
    </header>
  );
}
