import { type Instrument, type Price, lotsRefusal } from '@fairlot/domain';
import type { AmendOrder, ClientCommand, PlaceOrder, SetStops } from '../command.ts';
import type { State } from '../core/state.ts';
import type { Refusal } from '../outcome.ts';
import { gridRefusal } from './dealing.ts';
import { guaranteeInputRefusal } from './guarantee.ts';
import { replacing } from './levels.ts';
import { partialLevelsRefusal } from './partial-levels.ts';
import { distanceRefusal } from './trailing.ts';

/**
 * The refusal that follows from a command and its instrument's terms alone, whatever the market, the time and the
 * account are. Such a command leaves no row and no key, because its repetition gets the same answer without them. Reads
 * the state only.
 */
export function inputRefusal(state: State, command: ClientCommand): Refusal | undefined {
  switch (command.type) {
    case 'placeOrder': {
      const terms = state.instruments.get(command.instrument)?.terms;
      return terms === undefined ? 'unknown_instrument' : orderRefusal(terms, command);
    }
    case 'setStops':
    case 'amendOrder':
      return levelsRefusal(state, command);
    case 'setPartialLevels':
      return partialLevelsRefusal(state, command);
    case 'deposit':
    case 'reward':
    case 'chargeCopyFee':
    case 'payCopyFee':
      return command.amount <= 0n ? 'amount_not_positive' : undefined;
    case 'adjust':
      return command.amount === 0n ? 'amount_not_positive' : undefined;
    case 'holdWithdrawal': {
      const { amount, fee } = command;
      return amount <= 0n || fee < 0n || fee > amount ? 'amount_not_positive' : undefined;
    }
    case 'openAccount':
    case 'closePosition':
    case 'closeByOpposite':
    case 'closeAll':
    case 'cancelOrder':
    case 'correctFill':
    case 'releaseWithdrawal':
    case 'payWithdrawal':
    case 'resetDemo':
    case 'retireAccount':
    case 'chargeSwap':
    case 'assignGroup':
      return undefined;
  }
}

/** Refuses an order whose volume, leverage or prices its instrument's terms never allow. */
export function orderRefusal(terms: Instrument, command: PlaceOrder): Refusal | undefined {
  const lots = lotsRefusal(terms, command.lots);
  if (lots !== undefined) return lots;
  if (terms.leverages.length === 0) return 'leverage_not_configured';
  if (!terms.leverages.includes(command.leverage)) return 'leverage_not_listed';
  return gridRefusal(terms, pricesOf(command)) ?? distanceRefusal(terms, command) ?? guaranteeInputRefusal(command);
}

const NO_PRICES: readonly Price[] = [];

/** All prices that an order names for its waiting and its levels. */
export function pricesOf({
  target,
  limitPrice,
  stopLoss,
  takeProfit,
  oco,
}: PlaceOrder): readonly (Price | undefined)[] {
  const isPlain = target === undefined && stopLoss === undefined && takeProfit === undefined;
  return isPlain && limitPrice === undefined && oco === undefined
    ? NO_PRICES
    : [target, limitPrice, stopLoss, takeProfit, oco?.target, oco?.stopLoss, oco?.takeProfit];
}

/** Refuses prices off the grid for an order that could be changed. Its instrument never changes. */
function levelsRefusal(state: State, command: SetStops | AmendOrder): Refusal | undefined {
  const order = state.orders.get(command.order);
  const terms = order?.instrument.terms;
  if (terms === undefined || order?.account.id !== command.account) return undefined;
  const { stopLoss, takeProfit } = replacing(command);
  if (command.type === 'setStops') {
    const { trailing } = command;
    return (
      gridRefusal(terms, [stopLoss, takeProfit]) ?? (trailing === 0n ? undefined : distanceRefusal(terms, { trailing }))
    );
  }
  if (order.status !== 'pending') return undefined;
  const { target, limitPrice } = command;
  return gridRefusal(
    terms,
    command.stops === 'replaced' ? [target, limitPrice, stopLoss, takeProfit] : [target, limitPrice],
  );
}
