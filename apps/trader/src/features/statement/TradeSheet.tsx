import { formatAmount, formatLeverage, formatLotsText, formatPriceText, formatResultAmount } from '@fairlot/client';
import type { TimeFormat, StatementTrade } from '@fairlot/client';
import { Sheet } from '@fairlot/ui';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { reasonKey } from '../../shared/orders/order-words.ts';
import { FillCorrections } from '../../shared/orders/FillCorrections.tsx';
import { useInstruments } from '../../shared/market/market.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/language.ts';
import { Amount } from './Amount.tsx';

const StopOutReport = lazy(async () => ({
  default: (await import('../../shared/orders/StopOutReport.tsx')).StopOutReport,
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
  const showCode = (code: string): string => list.find((listed) => listed.code === code)?.showCode ?? code;
  return (
    <div className="px-4 pt-3 pb-4">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-20 font-semibold">
          <span className="figure">
            <Amount value={trade.net} result /> <span className="text-12 font-medium text-quiet">USD</span>
          </span>
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
        {factsOf(trade, t, times, showCode).map(({ name, value, words }) => (
          <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
            <dt className="min-w-0 text-14 text-quiet">{name}</dt>
            <dd className="text-end text-14 font-medium">
              <span className={words === true ? 'tabular-nums' : 'figure'}>{value}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly words?: boolean;
}

/** Results and costs, then prices with their quotes, then times. */
function factsOf(
  trade: StatementTrade,
  t: Text,
  times: TimeFormat,
  showCode: (code: string) => string,
): readonly Fact[] {
  const { pricePrecision: precision } = trade.instrument;
  const price = (value: string | null): Fact['value'] =>
    value === null ? t('orders.field.off') : formatPriceText(value, precision);
  const quote = (name: string, of: StatementTrade['openQuote'], code = ''): readonly Fact[] =>
    of === null ? [] : [{ name, value: `${code}${t('orders.quote', { seq: of.seq, bid: of.bid, ask: of.ask })}` }];
  return [
    { name: t('statement.gross'), value: formatResultAmount(trade.profit, 6) },
    { name: t('orders.field.fee'), value: formatResultAmount(trade.fee, 6) },
    { name: t('orders.field.swap'), value: formatResultAmount(trade.swap, 6) },
    { name: t('statement.stat.net'), value: formatResultAmount(trade.net, 6) },
    { name: t('orders.field.openPrice'), value: price(trade.openPrice) },
    ...quote(t('orders.field.openQuote'), trade.openQuote),
    { name: t('orders.field.closePrice'), value: price(trade.closePrice) },
    ...quote(t('orders.field.closeQuote'), trade.closeQuote),
    ...quote(
      t('statement.conversionQuote'),
      trade.conversionQuote,
      trade.conversionQuote === null ? '' : `${showCode(trade.conversionQuote.code)} `,
    ),
    { name: t('orders.field.stopLoss'), value: price(trade.stopLoss), words: trade.stopLoss === null },
    { name: t('orders.field.takeProfit'), value: price(trade.takeProfit), words: trade.takeProfit === null },
    { name: t('orders.field.margin'), value: formatAmount(trade.margin, 6) },
    { name: t('orders.field.multiplier'), value: formatLeverage(trade.leverage) },
    { name: t('orders.field.kind'), value: t(`orders.kind.${trade.kind}`), words: true },
    { name: t('orders.field.opened'), value: times.dateTime(trade.openedAt), words: true },
    { name: t('orders.field.closed'), value: times.dateTime(trade.closedAt), words: true },
    { name: t('orders.field.endReason'), value: t(reasonKey(trade.reason)), words: true },
  ];
}
