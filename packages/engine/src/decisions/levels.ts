import { type Price, type Protection, minus, plus } from '@fairlot/domain';
import type { AmendOrder, SetStops } from '../command.ts';
import type { Order } from '../core/state.ts';

type Change = Pick<SetStops, 'stopLoss' | 'takeProfit' | 'keep'>;

/** The levels that are on. Levels that are off have no key. */
export function protectionOf({ stopLoss, takeProfit }: Protection): Protection {
  return { ...(stopLoss !== undefined && { stopLoss }), ...(takeProfit !== undefined && { takeProfit }) };
}

/** The levels that a change sets. */
export function replacing(change: Change): Protection {
  return protectionOf({
    stopLoss: keeps(change, 'stopLoss') ? undefined : change.stopLoss,
    takeProfit: keeps(change, 'takeProfit') ? undefined : change.takeProfit,
  });
}

/** The levels of a pending order after an amendment. Moved ones keep their distance from the target. */
export function amendedLevels(order: Order, command: AmendOrder): Protection {
  if (command.stops === 'replaced') return levelsAfter(order, command);
  const { target = command.target, stopLoss, takeProfit } = order;
  const by = command.stops === 'moved' ? minus(command.target, target) : (0n as Price);
  return protectionOf({
    stopLoss: stopLoss && plus(stopLoss, by),
    takeProfit: takeProfit && plus(takeProfit, by),
  });
}

/** The levels of an order after a change. A kept level has its present value, which another device may have set. */
export function levelsAfter(order: Order, change: Change): Protection {
  return protectionOf({
    stopLoss: (keeps(change, 'stopLoss') ? order : change).stopLoss,
    takeProfit: (keeps(change, 'takeProfit') ? order : change).takeProfit,
  });
}

function keeps({ keep }: Change, level: keyof Protection): boolean {
  return keep === level || keep === 'both';
}
