import { formatPriceText, readBars } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { ErrorState, Segmented, Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../language/language.ts';
import { useTradeNotesText } from '../../language/trade-notes-text.ts';
import { accountKey } from '../../services/query-client.ts';
import { api, marketClock } from '../../services/services.ts';
import { useSession } from '../../session/session.ts';
import type { NotedTrade } from './noted-trade.ts';
import { barsAround, barsToAsk } from './past-bars.ts';
import type { PastView, TradeTimes } from './past-bars.ts';
import { PastBars } from './PastBars.tsx';
import type { PastLevel, PastMark } from './past-figure.ts';

/** A trade that was opened. */
type OpenedTrade = NotedTrade & { readonly openedAt: string; readonly openPrice: string };

/** The recorded bars around entry and exit of a trade, with marks at its fills and its levels. */
export function PastChart({ trade }: { readonly trade: OpenedTrade }): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  const user = useSession((session) => session.user?.uid ?? '');
  const [view, setView] = useState<PastView>('trade');
  const precision = trade.instrument.pricePrecision;
  const [now] = useState(() => marketClock.now() ?? Date.parse(trade.openedAt));
  const times: TradeTimes = {
    open: Date.parse(trade.openedAt),
    end: trade.closedAt === null ? now : Date.parse(trade.closedAt),
    isClosed: trade.closedAt !== null,
  };
  const asked = barsToAsk(view, times);
  const { period, limit, before } = asked;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: accountKey(user, 'past-bars', trade.id, view),
    queryFn: ({ signal }) =>
      readBars(
        api,
        { instrument: trade.instrument.id, period, limit, ...(before !== undefined && { before }) },
        { quiet: true, signal },
      ),
  });
  const bars = data === undefined ? undefined : barsAround(data, asked);
  const views = (['trade', 'entry', 'exit'] as const).filter((each) => each !== 'exit' || times.isClosed);
  return (
    <section aria-label={words('tradeNotes.chart')} className="mt-4 border-t border-line pt-3">
      <h3 className="mb-2 text-16 font-semibold">{words('tradeNotes.chart')}</h3>
      <Segmented
        label={words('tradeNotes.chart')}
        value={view}
        onChange={setView}
        options={views.map((value) => ({ value, label: words(`tradeNotes.view.${value}`) }))}
      />
      <div className="mt-3 min-h-60" aria-busy={isFetching}>
        {bars === undefined ? (
          isError ? (
            <ErrorState
              title={words('tradeNotes.chartFailed')}
              retryLabel={t('common.retry')}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton shape="h-60 w-full" />
          )
        ) : bars.length === 0 ? (
          <p className="text-14 text-quiet">{words('tradeNotes.noBars')}</p>
        ) : (
          <PastBars
            bars={bars}
            marks={marksOf(trade, times)}
            levels={levelsOf(trade)}
            code={trade.instrument.showCode}
            price={(value) => isolate(formatPriceText(value.toFixed(precision), precision))}
            period={t(`trade.period.${period}`)}
          />
        )}
      </div>
    </section>
  );
}

function marksOf({ openPrice, closePrice }: OpenedTrade, { open, end }: TradeTimes): readonly PastMark[] {
  const entry: PastMark = { name: 'entry', time: open, price: Number(openPrice) };
  return closePrice === null ? [entry] : [entry, { name: 'exit', time: end, price: Number(closePrice) }];
}

function levelsOf({ stopLoss, takeProfit }: NotedTrade): readonly PastLevel[] {
  return [
    ...(stopLoss === null ? [] : [{ name: 'stopLoss' as const, price: Number(stopLoss) }]),
    ...(takeProfit === null ? [] : [{ name: 'takeProfit' as const, price: Number(takeProfit) }]),
  ];
}
