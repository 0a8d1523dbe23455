import type { Money, Quote } from '@fairlot/domain';
import { InvariantError, invariant } from './invariant.ts';
import type { Account, InstrumentState, Order } from './state.ts';

/** Sums over the open positions of an account in one instrument, as numbers: the stop-out bands need no exact values. */
export interface InstrumentSums {
  readonly instrument: InstrumentState;
  longVolume: number;
  shortVolume: number;
  /** Volume × the market's price at which the positions have no result. */
  longCost: number;
  shortCost: number;
  /** True when a guarantee may keep a part of the price from the results. */
  isGuaranteed: boolean;
  /** The quotes at which the floating profit of the account was summed last. */
  valuedAt: Quote | undefined;
  valuedBy: Quote | undefined;
}

/**
 * Sums over the open positions of an account, so that an order costs the same however many positions the account has. A new
 * position is added to them. Any other change of a position drops them, and they are summed anew at their next use.
 */
export class PositionSums {
  /** By the first position of each instrument: markets are read, and so journalled, in this order. */
  readonly byInstrument: InstrumentSums[] = [];
  /** Floating profit at the quotes in `byInstrument`, without `added`; undefined before it was summed. */
  floating: Money | undefined;
  /** The position that was added after the floating profit was summed. */
  added: Order | undefined;

  /** Adds a position that comes after all others in the list of its account. */
  add(position: Order): void {
    if (this.added !== undefined) this.floating = undefined;
    this.added = position;
    const sums = this.#of(position.instrument);
    const { volume } = position;
    const cost = volume * Number(evenPriceOf(position));
    sums.isGuaranteed ||= position.premium !== undefined;
    if (position.side === 'buy') {
      sums.longVolume += volume;
      sums.longCost += cost;
    } else {
      sums.shortVolume += volume;
      sums.shortCost += cost;
    }
  }

  #of(instrument: InstrumentState): InstrumentSums {
    const known = this.byInstrument.find((each) => each.instrument === instrument);
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
    this.byInstrument.push(sums);
    return sums;
  }
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
  const sums = new PositionSums();
  for (const order of orders) if (order.status === 'open') sums.add(order);
  return sums;
}

/** Adds a new open position to the sums of its account, or drops them when it is not the last of the list. */
export function addToSums(position: Order): void {
  const { account } = position;
  if (account.orders.at(-1) === position) account.sums?.add(position);
  else account.sums = undefined;
}

/** The market's price at which a position has no result. Its opening price and markup never change. */
function evenPriceOf({ id, side, price, markup }: Order): bigint {
  if (price === undefined) throw new InvariantError(`position ${id} has no opening price`);
  return side === 'buy' ? price + markup.bid : price - markup.ask;
}
