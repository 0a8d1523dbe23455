import { formatLotsText, formatPriceText } from '@fairlot/client';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Records } from '../../money/Records.tsx';
import { recordsOf } from '../../money/records.ts';
import { reasonKey } from '../../ordering/order-words.ts';
import { useText } from '../../shared/text.ts';
import { useTimes } from '../../shared/times.ts';
import { Amount } from './Amount.tsx';
import { useTrades } from './queries.ts';
import { TradeSheet } from './TradeSheet.tsx';
import type { Trade, Wish } from './wish.ts';

export interface ListProps {
  readonly wish: Wish;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Closed trades, the last one first; a tap opens everything that a trade was. */
export function TradeList({ wish, scroller }: ListProps): ReactNode {
  const text = useText();
  const query = useTrades(wish);
  const [opened, setOpened] = useState<number>();
  const trade =
    opened === undefined ? undefined : recordsOf(query.data, ({ id }) => id).find(({ id }) => id === opened);
  return (
    <>
      <Records
        query={query}
        scroller={scroller}
        idOf={({ id }) => id}
        emptyTitle={text('statement.empty.trades')}
        emptyHint={text('statement.empty.tradesHint')}
      >
        {(each) => <Row trade={each} onOpen={setOpened} />}
      </Records>
      <TradeSheet trade={trade} onClose={() => setOpened(undefined)} />
    </>
  );
}

function Row({ trade, onOpen }: { readonly trade: Trade; readonly onOpen: (id: number) => void }): ReactNode {
  const text = useText();
  const times = useTimes();
  const { show_code: code, logo, price_precision: precision } = trade.instrument;
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
          <Amount value={trade.net} result />
        </span>
        <span className="block truncate text-12 crowded:whitespace-normal text-quiet">
          {text(trade.side === 'buy' ? 'orders.buy' : 'orders.sell')}{' '}
          <span className="figure">{formatLotsText(trade.lots)}</span> ·{' '}
          <span className="figure font-medium text-ink">{code}</span>
        </span>
      </span>
      <span className="shrink-0 text-end text-12 text-quiet crowded:ms-auto crowded:shrink">
        <span className="figure block text-14 text-ink">
          {formatPriceText(trade.open_price, precision)} → {formatPriceText(trade.close_price, precision)}
        </span>
        <span className="block">
          <bdi>{text(reasonKey(trade.reason))}</bdi> ·{' '}
          <bdi className="tabular-nums">{times.short(trade.closed_at)}</bdi>
        </span>
      </span>
    </button>
  );
}
