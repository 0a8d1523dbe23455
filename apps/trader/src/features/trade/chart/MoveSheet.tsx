import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { parsePrice } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { OrderMarket } from '../../../ordering/order-market.ts';
import { orderNameKey } from '../../../ordering/order-words.ts';
import { replaceOrder } from '../../../ordering/orders-query.ts';
import { useOrderAction } from '../../../ordering/use-order-action.ts';
import { useSession } from '../../../shared/session.ts';
import { useText } from '../../../shared/text.ts';
import { LevelMove } from './LevelMove.tsx';
import { priceBefore } from './moves.ts';
import type { Move } from './moves.ts';
import { TargetMove } from './TargetMove.tsx';

export interface MoveSheetProps {
  /** A line that was let go somewhere else; undefined closes the sheet. */
  readonly move: Move | undefined;
  readonly market: OrderMarket;
  /** The price is changed once more, by hand. */
  readonly onMove: (move: Move) => void;
  /** Sent or given up: the line goes to where the order says. */
  readonly onEnd: () => void;
}

/** Asks before a dragged line changes an order: what the new price would mean, to be corrected by hand, sent or given up. */
export function MoveSheet({ move, market, onMove, onEnd }: MoveSheetProps): ReactNode {
  const text = useText();
  const user = useSession((session) => session.user?.uid);
  const action = useOrderAction();
  // The last question stays drawn while the sheet leaves.
  const [shown, setShown] = useState(move);
  if (move !== undefined && move !== shown) setShown(move);
  const leave = (): void => {
    if (action.state?.phase === 'sending') return;
    action.putAside();
    onEnd();
  };
  const sent = (changed: OrderRecord): void => {
    if (user !== undefined) replaceOrder(user, changed);
    onEnd();
  };
  const form = { market, action, onMove, onSent: sent, onLeave: leave };
  return (
    <Sheet
      open={move !== undefined}
      onClose={leave}
      title={shown === undefined ? '' : text(`chart.move.${shown.part}`)}
      closeLabel={text('common.close')}
    >
      {shown === undefined ? null : (
        <div className="px-4 pt-3 pb-4">
          <About move={shown} />
          {shown.part === 'target' ? (
            <TargetMove move={shown} {...form} />
          ) : (
            <LevelMove key={shown.part} move={shown} level={shown.part} {...form} />
          )}
        </div>
      )}
    </Sheet>
  );
}

/** Which order it is about, and from which price to which. */
function About({ move }: { readonly move: Move }): ReactNode {
  const text = useText();
  const { order } = move;
  const before = priceBefore(move);
  const priced = (price: string): string =>
    parsePrice(price) === undefined
      ? text('orders.field.off')
      : isolate(formatPriceText(price, order.ForexTradeLists.PricePrecision));
  return (
    <div className="text-14">
      <p className="text-quiet">
        {text('chart.move.order', {
          side: text(orderNameKey(order)),
          lots: formatLotsText(order.Quantity),
          code: isolate(order.ForexTradeLists.ShowCode),
          id: order.Id,
        })}
      </p>
      <p className="font-medium tabular-nums">
        {parsePrice(before) === parsePrice(move.price)
          ? priced(before)
          : text('chart.move.change', { before: priced(before), after: priced(move.price) })}
      </p>
    </div>
  );
}
