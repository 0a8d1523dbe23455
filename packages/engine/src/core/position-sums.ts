import { InvariantError, invariant } from './invariant.ts';
import type { Account, InstrumentState, InstrumentSums, Order, PositionSums } from './state.ts';

/**
 * Adds a position that comes after all others in the list of its account. A second one since the floating profit was summed
 * drops that.
 */
export function addPosition(sums: PositionSums, position: Order): void {
  if (sums.added !== undefined) sums.floating = undefined;
  sums.added = position;
  const own = sumsIn(sums, position.instrument);
  const { volume } = position;
  const cost = volume * Number(evenPriceOf(position));
  own.isGuaranteed ||= position.premium !== undefined;
  if (position.side === 'buy') {
    own.longVolume += volume;
    own.longCost += cost;
  } else {
    own.shortVolume += volume;
    own.shortCost += cost;
  }
}

function sumsIn({ byInstrument }: PositionSums, instrument: InstrumentState): InstrumentSums {
  const known = byInstrument.find((each) => each.instrument === instrument);
  if (known !== undefined) return known;
  const sums: InstrumentSums = {
    instrument,
    longVolume: 0,
    shortVolume: 0,
    longCost: 0,
    shortCost: 0,
    isGuaranteed: false,
    valuedAt: undefined,
    valuedBy: undefined,
  };
  byInstrument.push(sums);
  return sums;
}

/** The sums of an account, made anew after they were dropped. */
export function positionSumsOf(account: Account): PositionSums {
  account.sums ??= sumsOver(account.orders);
  return account.sums;
}

/** Throws InvariantError when the sums of an account are not those of its positions. */
export function assertSums({ id, orders, sums }: Account): void {
  if (sums === undefined) return;
  const anew = sumsOver(orders).byInstrument;
  invariant(
    anew.length === sums.byInstrument.length && anew.every((each, index) => isSame(each, sums.byInstrument[index])),
    () => `the sums of account ${id} are not those of its positions`,
  );
}

function isSame(left: InstrumentSums, right: InstrumentSums | undefined): boolean {
  return (
    left.instrument === right?.instrument &&
    left.longVolume === right.longVolume &&
    left.shortVolume === right.shortVolume &&
    left.longCost === right.longCost &&
    left.shortCost === right.shortCost &&
    left.isGuaranteed === right.isGuaranteed
  );
}

function sumsOver(orders: readonly Order[]): PositionSums {
  const sums: PositionSums = { byInstrument: [], floating: undefined, added: undefined };
  for (const order of orders) if (order.status === 'open') addPosition(sums, order);
  return sums;
}

/** Adds a new open position to the sums of its account, or drops them when it is not the last of the list. */
export function addToSums(position: Order): void {
  const { account } = position;
  if (account.orders.at(-1) !== position) account.sums = undefined;
  else if (account.sums !== undefined) addPosition(account.sums, position);
}

/** The market's price at which a position has no result. Its opening price and markup never change. */
function evenPriceOf({ id, side, price, markup }: Order): bigint {
  if (price === undefined) throw new InvariantError(`position ${id} has no opening price`);
  return side === 'buy' ? price + markup.bid : price - markup.ask;
}
