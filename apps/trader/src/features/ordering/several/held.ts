import type { AccountView, CloseChoice, Order } from '@fairlot/client';
import { asLots, asMoney, asPrice, divide, parseMoney, plus } from '@fairlot/domain';
import type { Lots, Money, Price, Side } from '@fairlot/domain';

/** Positions of one side: their lots, and their average opening price weighted by lots. */
export interface HeldSide {
  readonly side: Side;
  readonly lots: Lots;
  readonly average: Price;
}

/** Several positions of one instrument. */
export interface HeldInstrument {
  readonly instrument: Order['instrument'];
  readonly ids: readonly number[];
  readonly sides: readonly HeldSide[];
}

/** Instruments with more than one position, in the order of the list. */
export function heldSums(orders: readonly Order[]): readonly HeldInstrument[] {
  const byInstrument = new Map<number, Order[]>();
  for (const order of orders)
    byInstrument.set(order.instrument.id, [...(byInstrument.get(order.instrument.id) ?? []), order]);
  return [...byInstrument.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined || own.length < 2) return [];
    const sides = (['buy', 'sell'] as const).flatMap((side) => sumOf(side, own));
    return [{ instrument: first.instrument, ids: own.map(({ id }) => id), sides }];
  });
}

function sumOf(side: Side, orders: readonly Order[]): HeldSide[] {
  const own = orders.filter((order) => order.side === side);
  if (own.length === 0) return [];
  const lots = own.reduce((sum, order) => plus(sum, order.lots), asLots(0n));
  const value = own.reduce((sum, { openPrice = asPrice(0n), lots: held }) => sum + openPrice * held, 0n);
  return [{ side, lots, average: asPrice(divide(value, lots, 'halfEven')) }];
}

/** The floating profit of positions; those that the feed does not have count nothing. */
export function profitOf(account: Pick<AccountView, 'positions'>, ids: readonly number[]): Money {
  return asMoney(ids.reduce((sum, id) => sum + (parseMoney(account.positions.get(id)?.profit ?? '0') ?? 0n), 0n));
}

/** The positions of a choice, as the account is now. `orders`: the loaded positions, which know their instruments. */
export function chosenIds(
  account: Pick<AccountView, 'positions'>,
  { scope, instrument }: CloseChoice,
  orders: readonly Order[],
): readonly number[] {
  const held = new Set(orders.filter((order) => order.instrument.id === instrument).map(({ id }) => id));
  return [...account.positions]
    .filter(([id]) => instrument === undefined || held.has(id))
    .filter(([, { profit }]) => {
      const result = parseMoney(profit) ?? 0n;
      return scope === 'all' || (scope === 'winners' ? result > 0n : result < 0n);
    })
    .map(([id]) => id);
}
