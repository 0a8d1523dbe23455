import type { Order } from '@fairlot/client';
import type { OrderMarket } from '../form/order-market.ts';
import type { OrderAction } from '../intents/use-order-action.ts';
import type { Move } from './moves.ts';

/** Props of the forms that confirm a moved line. */
export interface MoveFormProps {
  readonly move: Move;
  readonly market: OrderMarket;
  readonly action: OrderAction;
  readonly onMove: (move: Move) => void;
  readonly onSent: (changed: Order) => void;
  readonly onLeave: () => void;
}
