import { useMemo } from 'react';
import type { PriceLine } from '../../../chart/chart-port.ts';
import { ordersOf } from '../../../ordering/order-pages.ts';
import { useOrderPages } from '../../../ordering/orders-query.ts';
import { useText } from '../../../shared/text.ts';
import type { Ticket } from '../ticket/use-ticket.ts';
import { draftLines, orderLines } from './price-lines.ts';
import type { LineWords } from './price-lines.ts';

/** Lines on the chart: one's positions and orders on the instrument, and the ticket while it is being written. */
export function useTradeLines({ instrument, draft }: Ticket, writing: boolean): readonly PriceLine[] {
  const words = useLineWords();
  const { data: holding } = useOrderPages('holding');
  const { data: pending } = useOrderPages('pending');
  const held = useMemo(
    () => orderLines([...ordersOf(holding), ...ordersOf(pending)], instrument.Id, words),
    [holding, pending, instrument.Id, words],
  );
  return useMemo(() => (writing ? [...held, ...draftLines(draft, words)] : held), [held, draft, words, writing]);
}

function useLineWords(): LineWords {
  const text = useText();
  return useMemo(() => ({
    buy: text('trade.side.buy'), sell: text('trade.side.sell'),
    stopLoss: text('trade.line.stopLoss'), takeProfit: text('trade.line.takeProfit'),
    limit: text('trade.line.limit'), stop: text('trade.line.stop'),
  }), [text]);
}
