import type { OrderRecord } from '@fairlot/client';
import type { OrderMarket } from '../../../ordering/order-market.ts';
import type { OrderAction } from '../../../ordering/use-order-action.ts';
import type { Move } from './moves.ts';

/** What a form that asks about a moved line is given. */
export interface MoveFormProps {
  readonly move: Move;
  readonly market: OrderMarket;
  readonly action: OrderAction;
  readonly onMove: (move: Move) => void;
  readonly onSent: (changed: OrderRecord) => void;
  readonly onLeave: () => void;
}
