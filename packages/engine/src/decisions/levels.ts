import type { Protection } from '@fairlot/domain';
import type { SetStops } from '../command.ts';
import type { Order } from '../core/state.ts';

type Change = Pick<SetStops, 'stopLoss' | 'takeProfit' | 'keep'>;

/** The levels that are on, without the keys of those that are off. */
export function protectionOf({ stopLoss, takeProfit }: Protection): Protection {
  return { ...(stopLoss !== undefined && { stopLoss }), ...(takeProfit !== undefined && { takeProfit }) };
}

/** The levels that a change itself brings. */
export function replacing({ stopLoss, takeProfit, keep }: Change): Protection {
  return protectionOf({
    stopLoss: keep === 'stopLoss' ? undefined : stopLoss,
    takeProfit: keep === 'takeProfit' ? undefined : takeProfit,
  });
}

/** The levels of an order after a change: the one that it keeps is as the order has it now, which another device may have set. */
export function levelsAfter(order: Order, change: Change): Protection {
  const { keep } = change;
  return protectionOf({
    stopLoss: (keep === 'stopLoss' ? order : change).stopLoss,
    takeProfit: (keep === 'takeProfit' ? order : change).takeProfit,
  });
}
