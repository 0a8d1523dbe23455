import type { Instrument } from '@fairlot/domain';
import type { AmendOrder, ClientCommand, Outcome, PlaceOrder, SetPartialLevels, SetStops } from '../../index.ts';
import { decimalsOf } from './exact.ts';
import type { Ledger } from './ledger.ts';

type Malformed = Extract<Outcome, { ok: false }>['reason'] | undefined;

/**
 * The reason why a command could not be right in any market, at any time and in any account, as the instrument's terms
 * are now. Such a command must leave no trace.
 */
export function malformed(ledger: Ledger, command: ClientCommand): Malformed {
  switch (command.type) {
    case 'placeOrder':
      return malformedOrder(ledger.books.instruments.get(command.instrument), command);
    case 'setStops':
    case 'amendOrder':
      return malformedChange(ledger, command);
    case 'setPartialLevels':
      return malformedLevels(ledger, command);
    case 'deposit':
    case 'reward':
    case 'chargeCopyFee':
    case 'payCopyFee':
      return command.amount > 0n ? undefined : 'amount_not_positive';
    case 'adjust':
      return command.amount === 0n ? 'amount_not_positive' : undefined;
    case 'holdWithdrawal':
      return command.amount > 0n && command.fee >= 0n && command.amount >= command.fee
        ? undefined
        : 'amount_not_positive';
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

function malformedOrder(terms: Instrument | undefined, order: PlaceOrder): Malformed {
  if (terms === undefined) return 'unknown_instrument';
  const { lots, leverage, target, stopLoss, takeProfit, limitPrice, oco } = order;
  if (lots < terms.minLots) return 'lots_below_minimum';
  if (lots > terms.maxLots) return 'lots_above_maximum';
  if (lots % terms.lotStep !== 0n) return 'lots_off_step';
  if (terms.leverages.length === 0) return 'leverage_not_configured';
  if (!terms.leverages.some((listed) => listed === leverage)) return 'leverage_not_listed';
  return (
    offGrid(terms, [target, stopLoss, takeProfit, limitPrice, oco?.target, oco?.stopLoss, oco?.takeProfit]) ??
    badDistance(terms, order.trailing) ??
    hollow(order)
  );
}

/** A promise needs a level that stays where it is. */
function hollow({ guaranteed, stopLoss, trailing }: PlaceOrder): Malformed {
  if (guaranteed !== true) return undefined;
  if (trailing !== undefined) return 'guarantee_trailing';
  return stopLoss === undefined ? 'guarantee_without_stop' : undefined;
}

/** Only an order that the account could change now is asked for its instrument. */
function malformedChange(ledger: Ledger, command: SetStops | AmendOrder): Malformed {
  const order = ledger.ordersOf(command.account).find(({ id }) => id === command.order);
  if (order === undefined || (command.type === 'amendOrder' && order.open)) return undefined;
  const named: (bigint | undefined)[] = command.type === 'amendOrder' ? [command.target, command.limitPrice] : [];
  if (command.type === 'setStops' || command.stops === 'replaced') {
    if (command.keep !== 'stopLoss' && command.keep !== 'both') named.push(command.stopLoss);
    if (command.keep !== 'takeProfit' && command.keep !== 'both') named.push(command.takeProfit);
  }
  const terms = ledger.terms(order.instrument);
  const distance = command.type === 'setStops' && command.trailing !== 0n ? command.trailing : undefined;
  return offGrid(terms, named) ?? badDistance(terms, distance);
}

function malformedLevels(ledger: Ledger, { account, order: id, levels }: SetPartialLevels): Malformed {
  if (levels.length > 5) return 'too_many_levels';
  const order = ledger.ordersOf(account).find((each) => each.id === id);
  if (order === undefined) return undefined;
  const { minLots, lotStep, ...terms } = ledger.terms(order.instrument);
  for (const { lots } of levels) if (lots < minLots) return 'lots_below_minimum';
  for (const { lots } of levels) if (lots % lotStep !== 0n) return 'lots_off_step';
  return offGrid(
    { minLots, lotStep, ...terms },
    levels.map(({ price }) => price),
  );
}

function badDistance(terms: Instrument, distance: bigint | undefined): Malformed {
  return distance !== undefined && distance <= 0n ? 'price_off_grid' : offGrid(terms, [distance]);
}

function offGrid(terms: Instrument, prices: readonly (bigint | undefined)[]): Malformed {
  const point = 10n ** BigInt(decimalsOf(terms) - terms.pricePrecision);
  return prices.some((price) => price !== undefined && price % point !== 0n) ? 'price_off_grid' : undefined;
}
