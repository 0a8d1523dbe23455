import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useMarketCondition } from './market-condition.ts';
import { useOldMarket } from './old-market.ts';
import { useSite } from '../site/site.ts';
import { useText } from '../language/language.ts';
import { useSession } from '../session/session.ts';

const DOTS = {
  live: 'bg-ink',
  connecting: 'animate-pulse bg-line-strong',
  reconnecting: 'animate-pulse bg-notice',
  offline: 'bg-notice',
  stale: 'bg-notice',
  closed: 'bg-line-strong',
  doubt: 'bg-notice',
  clock: 'bg-notice',
  sourceless: 'bg-notice',
} as const;

/** Shows on every screen how current the prices are, and labels a demo account and a simulated or replayed market. */
export function MarketStrip(): ReactNode {
  const t = useText();
  const condition = useMarketCondition();
  const market = useSite()?.market;
  const seen = useOldMarket((old) => old.seen);
  const isDemo = useSession(({ user }) => user?.isDemo);
  const troubled = condition !== 'live' && condition !== 'connecting' && condition !== 'closed';
  return (
    <header
      className={cx(
        'gutter flex min-h-7 shrink-0 items-center gap-x-2 text-12 transition-colors crowded:flex-wrap',
        troubled ? 'bg-notice-soft text-notice' : 'bg-sunken text-quiet',
      )}
    >
      {isDemo ? <b className="rounded-inner border border-current px-1 text-ink">DEMO</b> : null}
      <output className="flex min-w-0 items-center gap-1.5">
        <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', DOTS[condition])} />
        <span className="min-w-0 wrap-break-word">
          {condition === 'sourceless' ? t('trade.noSource') : t(`connection.${condition}`)}
          {seen === null || condition === 'live' ? '' : ` · ${t('connection.old', { time: seen })}`}
        </span>
      </output>
      {market === undefined || market === 'live' ? null : (
        <span className="ms-auto min-w-0 font-medium wrap-break-word">{t(`market.${market}`)}</span>
      )}
    </header>
  );
}
