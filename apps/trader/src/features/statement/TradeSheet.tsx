import { formatLotsText, moneyDecimals } from '@fairlot/client';
import type { StatementTrade } from '@fairlot/client';
import { Sheet, Skeleton } from '@fairlot/ui';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { usePreferences } from '../../shared/device/preferences.ts';
import { FillCorrections } from '../../shared/orders/FillCorrections.tsx';
import { useInstruments } from '../../shared/market/market.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { Amount } from './Amount.tsx';
import { tradeFacts } from './trade-facts.ts';

const StopOutReport = lazy(async () => ({
  default: (await import('../../shared/orders/StopOutReport.tsx')).StopOutReport,
}));

const TradeNotes = lazy(async () => ({
  default: (await import('../../shared/orders/notes/TradeNotes.tsx')).TradeNotes,
}));

/** Details of a closed trade. Keeps its content during the closing animation. */
export function TradeSheet({
  trade,
  onClose,
}: {
  readonly trade: StatementTrade | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const t = useText();
  const [shown, setShown] = useState(trade);
  if (trade !== undefined && trade !== shown) setShown(trade);
  const title = shown === undefined ? '' : `${shown.instrument.showCode} · ${t('statement.trade', { id: shown.id })}`;
  return (
    <Sheet open={trade !== undefined} title={<bdi>{title}</bdi>} closeLabel={t('common.close')} onClose={onClose}>
      {shown === undefined ? null : <Details trade={shown} />}
    </Sheet>
  );
}

function Details({ trade }: { readonly trade: StatementTrade }): ReactNode {
  const t = useText();
  const times = useTimes();
  const { list } = useInstruments();
  const two = usePreferences(({ twoDecimals }) => twoDecimals);
  const showCode = (code: string): string => list.find((listed) => listed.code === code)?.showCode ?? code;
  return (
    <div className="px-4 pt-3 pb-4">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-20 font-semibold">
          <span className="figure">
            <Amount value={trade.net} result /> <span className="text-12 font-medium text-quiet">USD</span>
          </span>{' '}
          <span className="text-12 font-normal text-quiet">{t('orders.net')}</span>
        </span>
        <span className="shrink-0 text-14 font-medium">
          <bdi>{t(trade.side === 'buy' ? 'orders.buy' : 'orders.sell')}</bdi>{' '}
          <span className="figure">{formatLotsText(trade.lots)}</span>
        </span>
      </div>
      {trade.reason === 'stop_out' ? (
        <Suspense fallback={null}>
          <StopOutReport order={trade.id} />
        </Suspense>
      ) : null}
      <FillCorrections order={trade.id} precision={trade.instrument.pricePrecision} />
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {tradeFacts(trade, { t, times, showCode, decimals: moneyDecimals('detail', two) }).map(
          ({ name, value, words }) => (
            <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
              <dt className="min-w-0 text-14 text-quiet">{name}</dt>
              <dd className="text-end text-14 font-medium">
                <span className={words === true ? 'tabular-nums' : 'figure'}>{value}</span>
              </dd>
            </div>
          ),
        )}
      </dl>
      <Suspense fallback={<Skeleton shape="mt-4 h-64 w-full" />}>
        <TradeNotes key={trade.id} trade={trade} />
      </Suspense>
    </div>
  );
}
