import { formatPrice } from '@fairlot/domain';
import type { Order } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { intents } from '../intents/intents.ts';
import type { OrderAction } from '../intents/use-order-action.ts';

export interface BreakEvenProps {
  readonly order: Order;
  readonly action: OrderAction;
  readonly onDone: () => void;
}

/**
 * Sets the stop-loss of a position to its opening price with one tap. Absent while the stop is there or better. The server
 * refuses it with the nearest allowed price while the market has not passed the opening price.
 */
export function BreakEven({ order, action, onDone }: BreakEvenProps): ReactNode {
  const t = useText();
  const { id, openPrice, stopLoss, side, status, instrument } = order;
  if (status !== 'open' || openPrice === undefined) return null;
  if (stopLoss !== undefined && (side === 'buy' ? stopLoss >= openPrice : stopLoss <= openPrice)) return null;
  const move = (): void => action.start(intents.setStops({ id, stopLoss: formatPrice(openPrice, instrument) }), onDone);
  return (
    <Button kind="secondary" disabled={action.busy} onClick={move}>
      {t('orders.breakEven')}
    </Button>
  );
}
