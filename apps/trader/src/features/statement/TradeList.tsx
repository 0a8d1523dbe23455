import { formatLotsText, formatPriceText } from '@fairlot/client';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Records } from '../../shared/lists/Records.tsx';
import { recordsOf } from '../../shared/lists/records.ts';
import { reasonKey } from '../../shared/orders/order-words.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { Amount } from './Amount.tsx';
import { useTrades } from './queries.ts';
import { TradeSheet } from './TradeSheet.tsx';
import type { StatementTrade } from '@fairlot/client';
import type { StatementFilter } from './statement-filter.ts';

export interface ListProps {
  readonly filter: StatementFilter;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Closed trades, newest first; a tap opens the details. */
export function TradeList({ filter, scroller }: ListProps): ReactNode {
  const t = useText();
  const query = useTrades(filter);
  const [opened, setOpened] = useState<number>();
  const trade =
    opened === undefined ? undefined : recordsOf(query.data, ({ id }) => id).find(({ id }) => id === opened);
  return (
    <>
      <Records
        query={query}
        scroller={scroller}
        idOf={({ id }) => id}
        emptyTitle={t('statement.empty.trades')}
        emptyHint={t('statement.empty.tradesHint')}
      >
        {(each) => <Row trade={each} onOpen={setOpened} />}
      </Records>
      <TradeSheet trade={trade} onClose={() => setOpened(undefined)} />
    </>
  );
}

function Row({ trade, onOpen }: { readonly trade: StatementTrade; readonly onOpen: (id: number) => void }): ReactNode {
  const t = useText();
  const times = useTimes();
  const { showCode: code, logo, pricePrecision: precision } = trade.instrument;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(trade.id)}
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-start crowded:flex-wrap transition pointed:bg-sunken"
    >
      {logo === '' ? null : <img src={logo} alt="" width={32} height={32} loading="lazy" className="size-8 shrink-0" />}
      <span className="min-w-0 flex-1 crowded:min-w-4/5">
        <span className="block text-16 leading-6 font-semibold">
          <Amount value={trade.net} result /> <span className="text-12 font-normal text-quiet">{t('orders.net')}</span>
        </span>
        <span className="block text-12 text-quiet wrap-break-word">
          {t(trade.side === 'buy' ? 'orders.buy' : 'orders.sell')}{' '}
          <span className="figure">{formatLotsText(trade.lots)}</span> ·{' '}
          <span className="figure font-medium text-ink">{code}</span>
        </span>
      </span>
      <span className="shrink-0 text-end text-12 text-quiet crowded:ms-auto crowded:shrink">
        <span className="figure block text-14 text-ink">
          {formatPriceText(trade.openPrice, precision)} → {formatPriceText(trade.closePrice, precision)}
        </span>
        <span className="block">
          <bdi>{t(reasonKey(trade.reason))}</bdi> · <bdi className="tabular-nums">{times.short(trade.closedAt)}</bdi>
        </span>
      </span>
    </button>
  );
}
