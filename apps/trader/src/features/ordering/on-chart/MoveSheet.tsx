import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import type { Price } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { OrderMarket } from '../form/order-market.ts';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { replaceOrder } from '../lists/orders-query.ts';
import { useOrderAction } from '../intents/use-order-action.ts';
import { useSession } from '../../../shared/session/session.ts';
import { useText } from '../../../shared/language/language.ts';
import { LevelMove } from './LevelMove.tsx';
import { priceBefore } from './moves.ts';
import type { Move } from './moves.ts';
import { TargetMove } from './TargetMove.tsx';

export interface MoveSheetProps {
  /** The dropped line; undefined closes the sheet. */
  readonly move: Move | undefined;
  readonly market: OrderMarket;
  /** The price was edited in the form. */
  readonly onMove: (move: Move) => void;
  /** Sent or cancelled; the line returns to the order's price. */
  readonly onEnd: () => void;
}

/**
 * Asks for confirmation before a dragged line changes an order. Shows the effect of the new price, which can be edited.
 */
export function MoveSheet({ move, market, onMove, onEnd }: MoveSheetProps): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid);
  const action = useOrderAction();
  // The sheet keeps its content during the closing animation.
  const [shown, setShown] = useState(move);
  if (move !== undefined && move !== shown) setShown(move);
  const leave = (): void => {
    if (action.state?.phase === 'sending') return;
    action.putAside();
    onEnd();
  };
  const sent = (changed: Order): void => {
    if (user !== undefined) replaceOrder(user, changed);
    onEnd();
  };
  const form = { market, action, onMove, onSent: sent, onLeave: leave };
  return (
    <Sheet
      open={move !== undefined}
      onClose={leave}
      title={shown === undefined ? '' : t(`chart.move.${shown.part}`)}
      closeLabel={t('common.close')}
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

/** The order, with its former and new price. */
function About({ move }: { readonly move: Move }): ReactNode {
  const t = useText();
  const { order } = move;
  const before = priceBefore(move);
  const priced = (price: Price | undefined): string =>
    price === undefined ? t('orders.field.off') : isolate(formatPriceText(price, order.instrument.pricePrecision));
  return (
    <div className="text-14">
      <p className="text-quiet">
        {t('chart.move.order', {
          side: t(orderNameKey(order)),
          lots: formatLotsText(order.lots),
          code: isolate(order.instrument.showCode),
          id: order.id,
        })}
      </p>
      <p className="font-medium tabular-nums">
        {before === move.price
          ? priced(before)
          : t('chart.move.change', { before: priced(before), after: priced(move.price) })}
      </p>
    </div>
  );
}
