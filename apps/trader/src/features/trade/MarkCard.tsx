import { formatLotsText, formatPriceText, formatResultAmount, signOf } from '@fairlot/client';
import type { StatementTrade } from '@fairlot/client';
import { Button, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';
import { reasonKey } from '../../shared/orders/order-words.ts';

export interface MarkCardProps {
  readonly trade: StatementTrade;
  readonly onClose: () => void;
}

/** A closed trade whose mark was tapped, at the bottom of the chart. */
export function MarkCard({ trade, onClose }: MarkCardProps): ReactNode {
  const t = useText();
  const times = useTimes();
  const { pricePrecision: precision } = trade.instrument;
  const sign = signOf(trade.net);
  return (
    <section
      aria-label={t('chart.marks.picked')}
      className="absolute inset-x-2 bottom-7 flex items-center rounded-control border border-line bg-raised ps-3 shadow-sheet"
    >
      <output className="min-w-0 flex-1 py-1.5 text-12 leading-4 text-quiet">
        <span className="block text-14 leading-5 text-ink">
          {t(trade.side === 'buy' ? 'orders.buy' : 'orders.sell')}{' '}
          <span className="figure">{formatLotsText(trade.lots)}</span>{' '}
          <span className={cx('figure font-semibold', sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : 'text-quiet')}>
            {formatResultAmount(trade.net)}
          </span>
        </span>
        <span dir="ltr" className="figure inline-block">
          {formatPriceText(trade.openPrice, precision)} → {formatPriceText(trade.closePrice, precision)}
        </span>
        {' · '}
        <bdi>{t(reasonKey(trade.reason))}</bdi>
        <span className="block tabular-nums">
          <bdi>{times.short(trade.openedAt)}</bdi> – <bdi>{times.short(trade.closedAt)}</bdi>
        </span>
      </output>
      <Button kind="plain" onClick={onClose}>
        {t('chart.draw.done')}
      </Button>
    </section>
  );
}
