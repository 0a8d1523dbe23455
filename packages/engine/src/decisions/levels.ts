import type { Protection } from '@fairlot/domain';
import type { SetStops } from '../command.ts';
import type { Order } from '../core/state.ts';

type Change = Pick<SetStops, 'stopLoss' | 'takeProfit' | 'keep'>;

/** The levels that are on. Levels that are off have no key. */
export function protectionOf({ stopLoss, takeProfit }: Protection): Protection {
  return { ...(stopLoss !== undefined && { stopLoss }), ...(takeProfit !== undefined && { takeProfit }) };
}

/** The levels that a change sets. */
export function replacing({ stopLoss, takeProfit, keep }: Change): Protection {
  return protectionOf({
    stopLoss: keep === 'stopLoss' ? undefined : stopLoss,
    takeProfit: keep === 'takeProfit' ? undefined : takeProfit,
  });
}

/** The levels of an order after a change. A kept level has its present value, which another device may have set. */
export function levelsAfter(order: Order, change: Change): Protection {
  const { keep } = change;
  return protectionOf({
    stopLoss: (keep === 'stopLoss' ? order : change).stopLoss,
    takeProfit: (keep === 'takeProfit' ? order : change).takeProfit,
  });
}
