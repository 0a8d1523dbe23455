import { formatAmount, formatLeverage, formatLotsText, formatPriceText, formatResultAmount } from '@fairlot/client';
import type { TimeFormat } from '@fairlot/client';
import { Sheet } from '@fairlot/ui';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { reasonKey } from '../../ordering/order-words.ts';
import { useInstruments } from '../../shared/market.ts';
import { useText } from '../../shared/text.ts';
import type { Text } from '../../shared/text.ts';
import { useTimes } from '../../shared/times.ts';
import { Amount } from './Amount.tsx';
import type { Trade } from './wish.ts';

const StopOutStory = lazy(async () => ({ default: (await import('../../ordering/StopOutStory.tsx')).StopOutStory }));

/** Everything that a closed trade was. The last one stays drawn while the sheet leaves. */
export function TradeSheet({
  trade,
  onClose,
}: {
  readonly trade: Trade | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const [shown, setShown] = useState(trade);
  if (trade !== undefined && trade !== shown) setShown(trade);
  const title =
    shown === undefined ? '' : `${shown.instrument.show_code} · ${text('statement.trade', { id: shown.id })}`;
  return (
    <Sheet open={trade !== undefined} title={<bdi>{title}</bdi>} closeLabel={text('common.close')} onClose={onClose}>
      {shown === undefined ? null : <Details trade={shown} />}
    </Sheet>
  );
}

function Details({ trade }: { readonly trade: Trade }): ReactNode {
  const text = useText();
  const times = useTimes();
  const { list } = useInstruments();
  const showCode = (code: string): string => list.find(({ Code }) => Code === code)?.ShowCode ?? code;
  return (
    <div className="px-4 pt-3 pb-4">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-20 font-semibold">
          <span className="figure">
            <Amount value={trade.net} result /> <span className="text-12 font-medium text-quiet">USD</span>
          </span>
        </span>
        <span className="shrink-0 text-14 font-medium">
          <bdi>{text(trade.side === 'buy' ? 'orders.buy' : 'orders.sell')}</bdi>{' '}
          <span className="figure">{formatLotsText(trade.lots)}</span>
        </span>
      </div>
      {trade.reason === 'stop_out' ? (
        <Suspense fallback={null}>
          <StopOutStory order={trade.id} />
        </Suspense>
      ) : null}
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {factsOf(trade, text, times, showCode).map(({ name, value, words }) => (
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

/** Results and costs first, then prices with the quotes behind them, then times. */
function factsOf(trade: Trade, text: Text, times: TimeFormat, showCode: (code: string) => string): readonly Fact[] {
  const { price_precision: precision } = trade.instrument;
  const price = (value: string | null): Fact['value'] =>
    value === null ? text('orders.field.off') : formatPriceText(value, precision);
  const quote = (name: string, of: Trade['open_quote'], code = ''): readonly Fact[] =>
    of === null ? [] : [{ name, value: `${code}${text('orders.quote', { seq: of.Seq, bid: of.Bid, ask: of.Ask })}` }];
  return [
    { name: text('statement.gross'), value: formatResultAmount(trade.profit, 6) },
    { name: text('orders.field.fee'), value: formatResultAmount(trade.fee, 6) },
    { name: text('orders.field.swap'), value: formatResultAmount(trade.swap, 6) },
    { name: text('statement.stat.net'), value: formatResultAmount(trade.net, 6) },
    { name: text('orders.field.openPrice'), value: price(trade.open_price) },
    ...quote(text('orders.field.openQuote'), trade.open_quote),
    { name: text('orders.field.closePrice'), value: price(trade.close_price) },
    ...quote(text('orders.field.closeQuote'), trade.close_quote),
    ...quote(
      text('statement.conversionQuote'),
      trade.conversion_quote,
      trade.conversion_quote === null ? '' : `${showCode(trade.conversion_quote.code)} `,
    ),
    { name: text('orders.field.stopLoss'), value: price(trade.stop_loss), words: trade.stop_loss === null },
    { name: text('orders.field.takeProfit'), value: price(trade.take_profit), words: trade.take_profit === null },
    { name: text('orders.field.margin'), value: formatAmount(trade.margin, 6) },
    { name: text('orders.field.multiplier'), value: formatLeverage(trade.leverage) },
    { name: text('orders.field.kind'), value: text(`orders.kind.${trade.kind}`), words: true },
    { name: text('orders.field.opened'), value: times.dateTime(trade.opened_at), words: true },
    { name: text('orders.field.closed'), value: times.dateTime(trade.closed_at), words: true },
    { name: text('orders.field.endReason'), value: text(reasonKey(trade.reason)), words: true },
  ];
}
