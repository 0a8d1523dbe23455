import { priceNumber } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { closingPrice, parsePrice } from '@fairlot/domain';
import { useMemo, useState } from 'react';
import type { LineTouch, PriceLine } from '../../../chart/chart-port.ts';
import { ordersOf } from '../../../ordering/order-pages.ts';
import { useOrderPages } from '../../../ordering/orders-query.ts';
import { useAccount } from '../../../shared/account.ts';
import { useText } from '../../../shared/text.ts';
import type { Ticket } from '../ticket/use-ticket.ts';
import { moveNow, moveOf, movedOrder } from './moves.ts';
import type { Move } from './moves.ts';
import { draftChange, draftLines, orderLines, ordersOn } from './price-lines.ts';
import type { LineWords } from './price-lines.ts';

/** Lines on the chart and what hands do to them. */
export interface TradeLines {
  readonly lines: readonly PriceLine[];
  readonly onLine: (touch: LineTouch) => void;
  /** A line that was let go somewhere else: it waits for a yes or a no. */
  readonly proposal: Move | undefined;
  readonly propose: (move: Move) => void;
  /** Puts the line back to where the order says. */
  readonly withdraw: () => void;
}

interface Dragged {
  readonly move: Move;
  readonly dropped: boolean;
}

/** One's positions and orders on the instrument, and the ticket while it is being written, as lines that can be dragged. */
export function useTradeLines(ticket: Ticket, writing: boolean): TradeLines {
  const {
    instrument,
    draft,
    market,
    preview: { kind },
  } = ticket;
  const words = useLineWords();
  const account = useAccount();
  const positions = account?.positions;
  const current = account?.current === true;
  const { data: holding } = useOrderPages('holding');
  const { data: pending } = useOrderPages('pending');
  const [dragged, setDragged] = useState<Dragged>();
  const orders = useMemo(
    () => ordersOn([...ordersOf(holding), ...ordersOf(pending)], instrument.Id),
    [holding, pending, instrument.Id],
  );
  const held = useMemo(() => heldNow(dragged, orders), [dragged, orders]);
  const { preview } = market;
  const lines = useMemo(() => {
    const scene = { market: preview, words, resultOf: (order: number) => positions?.get(order)?.profit, current };
    return orders.flatMap((order) =>
      order.Id === held?.move.order.Id
        ? movedLines(held, orderLines(movedOrder(held.move), scene))
        : orderLines(order, scene),
    );
  }, [orders, preview, positions, current, held, words]);
  const closingNow = (order: OrderRecord): number => {
    const now =
      preview.quote === undefined
        ? parsePrice(order.Price)
        : closingPrice(preview.quote, order.OrderType === 1 ? 'buy' : 'sell');
    return now === undefined ? 0 : priceNumber(now);
  };
  const onLine = (touch: LineTouch): void => {
    const change = draftChange(touch.id, touch.price.toFixed(preview.instrument.pricePrecision));
    if (change !== undefined) {
      if (touch.phase === 'move') ticket.change(change);
      return;
    }
    const move = moveOf(touch, orders, closingNow);
    if (touch.phase === 'cancel' || move === undefined) setDragged(undefined);
    // A tap opens the same question without a drag; the line of a position has no price to move.
    else if (touch.phase !== 'tap') setDragged({ move, dropped: touch.phase === 'drop' });
    else if (isOwnPrice(touch.id, move)) setDragged({ move, dropped: true });
  };
  return {
    lines: useMemo(
      () => (writing ? [...lines, ...draftLines(draft, kind, words)] : lines),
      [lines, draft, kind, words, writing],
    ),
    onLine,
    proposal: held?.dropped === true ? held.move : undefined,
    propose: (move) => setDragged({ move, dropped: true }),
    withdraw: () => setDragged(undefined),
  };
}

function heldNow(dragged: Dragged | undefined, orders: readonly OrderRecord[]): Dragged | undefined {
  const move = dragged && moveNow(dragged.move, orders);
  return move && { ...dragged, move };
}

function isOwnPrice(id: string, { order, part }: Move): boolean {
  return part === 'target' || id === `${order.Id}-${part}`;
}

/** While a line is dragged the axis keeps still; dropped, the line is brought into view. */
function movedLines({ move, dropped }: Dragged, lines: readonly PriceLine[]): PriceLine[] {
  const id = move.part === 'target' ? `${move.order.Id}` : `${move.order.Id}-${move.part}`;
  return lines.map((line) => (line.id === id && dropped ? { ...line, inView: true } : line));
}

function useLineWords(): LineWords {
  const text = useText();
  return useMemo(
    () => ({
      name: (key) => text(key),
      stopLoss: text('trade.line.stopLoss'),
      takeProfit: text('trade.line.takeProfit'),
    }),
    [text],
  );
}
