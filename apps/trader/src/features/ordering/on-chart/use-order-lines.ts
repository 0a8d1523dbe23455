import { priceNumber } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { closingPrice } from '@fairlot/domain';
import { useMemo, useState } from 'react';
import type { LineTouch, PriceLine } from '../../../chart/chart-port.ts';
import { ordersOf } from '../lists/order-pages.ts';
import { useOrderPages } from '../lists/orders-query.ts';
import { useAccount } from '../../../shared/account/live-account.ts';
import { useText } from '../../../shared/language/language.ts';
import type { Ticket } from '../ticket/use-ticket.ts';
import { moveNow, moveOf, movedOrder } from './moves.ts';
import type { Move } from './moves.ts';
import { draftChange, draftLines, orderLines, ordersOn } from './price-lines.ts';
import type { LineWords } from './price-lines.ts';

/** Price lines of the chart, and the handlers of their drags. */
export interface OrderLines {
  readonly lines: readonly PriceLine[];
  readonly onLine: (touch: LineTouch) => void;
  /** A dropped line that waits for confirmation. */
  readonly proposal: Move | undefined;
  readonly propose: (move: Move) => void;
  /** Cancels the move; the line returns to the order's price. */
  readonly withdraw: () => void;
  /** The position whose tag was tapped; undefined once it has ended. */
  readonly tapped: Order | undefined;
  readonly leave: () => void;
}

interface Dragged {
  readonly move: Move;
  readonly dropped: boolean;
}

/** Lines of the user's positions and pending orders on the instrument, and of the ticket while it is open. */
export function useOrderLines(ticket: Ticket, writing: boolean): OrderLines {
  const { instrument, draft, market, kind } = ticket;
  const words = useLineWords();
  const account = useAccount();
  const positions = account?.positions;
  const current = account?.current === true;
  const { data: holding } = useOrderPages('holding');
  const { data: pending } = useOrderPages('pending');
  const [dragged, setDragged] = useState<Dragged>();
  const [tapped, setTapped] = useState<number>();
  const orders = useMemo(
    () => ordersOn([...ordersOf(holding), ...ordersOf(pending)], instrument.id),
    [holding, pending, instrument.id],
  );
  const held = useMemo(() => heldNow(dragged, orders), [dragged, orders]);
  const { preview } = market;
  const lines = useMemo(() => {
    const context = { market: preview, words, resultOf: (order: number) => positions?.get(order)?.profit, current };
    return orders.flatMap((order) =>
      order.id === held?.move.order.id
        ? movedLines(held, orderLines(movedOrder(held.move), context))
        : orderLines(order, context),
    );
  }, [orders, preview, positions, current, held, words]);
  const closingNow = (order: Order): number => {
    const now = preview.quote === undefined ? order.openPrice : closingPrice(preview.quote, order.side);
    return now === undefined ? 0 : priceNumber(now, preview.instrument);
  };
  const onLine = (touch: LineTouch): void => {
    const change = draftChange(touch.id, touch.price.toFixed(preview.instrument.pricePrecision), draft);
    if (change !== undefined) {
      if (touch.phase === 'move') ticket.change(change);
      return;
    }
    const move = moveOf(touch, orders, closingNow);
    if (touch.phase === 'cancel' || move === undefined) setDragged(undefined);
    else if (touch.phase !== 'tap') setDragged({ move, dropped: touch.phase === 'drop' });
    // A tap opens the same confirmation without a drag. The line of a position has no price that can move: its tap opens
    // the position, with the button that closes it.
    else if (isOwnPrice(touch.id, move)) setDragged({ move, dropped: true });
    else setTapped(move.order.id);
  };
  return {
    lines: useMemo(
      () => (writing ? [...lines, ...draftLines(draft, kind, words, preview.instrument)] : lines),
      [lines, draft, kind, words, writing, preview.instrument],
    ),
    onLine,
    proposal: held?.dropped === true ? held.move : undefined,
    propose: (move) => setDragged({ move, dropped: true }),
    withdraw: () => setDragged(undefined),
    tapped: orders.find(({ id, status }) => id === tapped && status === 'open'),
    leave: () => setTapped(undefined),
  };
}

function heldNow(dragged: Dragged | undefined, orders: readonly Order[]): Dragged | undefined {
  const move = dragged && moveNow(dragged.move, orders);
  return move && { ...dragged, move };
}

function isOwnPrice(id: string, { order, part }: Move): boolean {
  return part === 'target' || id === `${order.id}-${part}`;
}

/** The axis keeps its range during a drag and includes the line after the drop. */
function movedLines({ move, dropped }: Dragged, lines: readonly PriceLine[]): PriceLine[] {
  const id = move.part === 'target' ? `${move.order.id}` : `${move.order.id}-${move.part}`;
  return lines.map((line) => (line.id === id && dropped ? { ...line, inView: true } : line));
}

function useLineWords(): LineWords {
  const t = useText();
  return useMemo(
    () => ({
      name: (key) => t(key),
      stopLoss: t('trade.line.stopLoss'),
      takeProfit: t('trade.line.takeProfit'),
      trailing: t('trade.line.trailing'),
      guaranteed: t('trade.line.guaranteed'),
    }),
    [t],
  );
}
