import type { Quote } from '@fairlot/domain';
import type { TriggerHit } from '../command.ts';
import type { Rulebook } from '../core/rulebook.ts';
import type { Account, InstrumentState, State } from '../core/state.ts';
import { converts, problemOf } from '../core/valuation.ts';
import { UNRECORDED } from '../core/work.ts';
import { causeOf } from '../decisions/trigger.ts';
import { NO_NUMBERS, ascending } from './numbers.ts';

/** The work that one quote causes: first the orders that it reaches, then the accounts that it may bring to their stop-out level. */
export interface Pass {
  readonly instrument: InstrumentState;
  readonly quote: Quote;
  /** Numbers of the reached orders; those before `nextOrder` are done. */
  orders: Float64Array;
  nextOrder: number;
  /** Number of orders of this round that the quote really hit. */
  hits: number;
  /** Accounts to be valued in the next round. */
  readonly accounts: Set<Account>;
  /** Numbers of the accounts of this round; those before `nextAccount` are done. */
  turn: Float64Array;
  nextAccount: number;
}

/** The work of a quote that reaches these orders and accounts. */
export function passOf(
  instrument: InstrumentState,
  quote: Quote,
  orders: Float64Array,
  accounts: Iterable<Account>,
): Pass {
  return {
    instrument,
    quote,
    orders,
    nextOrder: 0,
    hits: 0,
    accounts: new Set(accounts),
    turn: NO_NUMBERS,
    nextAccount: 0,
  };
}

/** True when a quote that was received at a moment triggers the orders that it reaches. */
export function firesAt(rulebook: Rulebook, instrument: InstrumentState, quote: Quote, received: number): boolean {
  return problemOf(rulebook, instrument, quote, received) === undefined && hasRate(rulebook, instrument, received);
}

/** False while the rate of an instrument is stale, in doubt or in a burst. Its orders wait for its next quote then. */
export function hasRate(rulebook: Rulebook, instrument: InstrumentState, time: number): boolean {
  const { leg } = instrument;
  const isInBurst = leg !== undefined && leg !== instrument && leg.open && leg.burst;
  return !(rulebook.needsFreshRate && isInBurst) && converts(UNRECORDED, rulebook, instrument, time);
}

/** True when a quote may reach the level of an order. */
export function reachesOrders({ orderEdges }: InstrumentState, { bid, ask }: Quote): boolean {
  return orderEdges.reaches(Number(bid), Number(ask));
}

/** Accounts whose bands a quote leaves, in no particular order. */
export function reachedAccounts({ accountEdges }: InstrumentState, { bid, ask }: Quote): readonly Account[] {
  return accountEdges.reached(Number(bid), Number(ask));
}

/** Numbers of the orders whose levels a quote may reach, ascending. */
export function reachedOrders(instrument: InstrumentState, { bid, ask }: Quote): Float64Array {
  const reached = instrument.orderEdges.reached(Number(bid), Number(ask));
  return reached.length === 0 ? NO_NUMBERS : ascending(reached);
}

/** The next orders of the round that the quote hits, at most this many. Some may have ended since the round began. */
export function nextHits(state: State, rulebook: Rulebook, pass: Pass, most: number): readonly TriggerHit[] {
  const hits: TriggerHit[] = [];
  while (hits.length < most && pass.nextOrder < pass.orders.length) {
    const id = pass.orders[pass.nextOrder] as number;
    // An order is there twice when the quote reaches both of its levels.
    const isRepeated = pass.nextOrder > 0 && pass.orders[pass.nextOrder - 1] === id;
    pass.nextOrder += 1;
    const order = isRepeated ? undefined : state.orders.get(id);
    const cause = order && causeOf(rulebook, order, pass.quote);
    if (cause !== undefined) hits.push({ order: id, cause });
  }
  return hits;
}
