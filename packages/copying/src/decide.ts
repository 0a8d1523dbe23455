import {
  type Conversion,
  type Instrument,
  type Lots,
  type Money,
  type Protection,
  type Quote,
  asLots,
  closingPrice,
  lotsRefusal,
  margin,
  openingPrice,
  wrongSide,
} from '@fairlot/domain';
import type { ClosePosition, OrderId, PlaceOrder, Refusal, SetStops } from '@fairlot/engine';
import type { Copy, LeaderChange, LeaderDeed, SkipReason } from './model.ts';
import { copiedLeverage, copiedLots, copiedPart, isBeyondLimit, worstPrice } from './size.ts';

/** The state of the leader's position in a copy. */
export type Followed =
  /** Opened before the copy began, and not taken over. */
  | { readonly state: 'never' }
  /** Its opening was skipped. */
  | { readonly state: 'skipped' }
  /** The copied position has ended: by its own stop, a stop-out, or the copier. */
  | { readonly state: 'ended' }
  | ({ readonly state: 'open'; readonly order: OrderId; readonly lots: Lots } & Protection);

/** An instrument as the copier's group has it: terms with the group's leverages, and the quote with its markup. */
export interface CopierMarket {
  readonly terms: Instrument;
  readonly quote: Quote;
  readonly conversion: Conversion;
}

/** The figures of a copier that a deed is decided by. */
export interface Situation {
  readonly followed: Followed;
  /** Margin of the copy's open positions. */
  readonly margin: Money;
  /** Lots that the copy holds in the deed's instrument, both sides together. */
  readonly lots: Lots;
  /** Undefined when the instrument has no price yet. */
  readonly market: CopierMarket | undefined;
}

type Draft<C> = Omit<C, 'time' | 'key'>;
/** A command for the engine, without its key and time. */
export type CopyCommand = Draft<PlaceOrder> | Draft<ClosePosition> | Draft<SetStops>;

/** The answer of a copy to a deed: one command, or one skip. */
export type Decision =
  | { readonly type: 'command'; readonly command: CopyCommand }
  | { readonly type: 'skip'; readonly reason: SkipReason; readonly refusal?: Refusal };

/** Decides what a copy does about a deed. */
export function decide(copy: Copy, deed: LeaderDeed, situation: Situation): Decision {
  const { change } = deed;
  // Positions of an ended copy are its copier's own.
  if (copy.state === 'ended') return skip('not_followed');
  if (change.type === 'open') return open(copy, deed, change, situation);
  const { followed } = situation;
  if (followed.state === 'never') return skip('not_followed');
  if (followed.state === 'skipped') return skip('not_held');
  if (followed.state === 'ended') return skip('already_closed');
  return change.type === 'close'
    ? close(copy, followed, change, situation)
    : moveLevels(copy, deed, followed, change, situation);
}

/** Opens at the market. Each bound of the terms leaves the deed out; none makes the size smaller. */
function open(
  { copier, state, terms: own }: Copy,
  { instrument, side }: LeaderDeed,
  { lots: leaderLots, leverage: wished, price, stopLoss, takeProfit, equity }: Extract<LeaderChange, { type: 'open' }>,
  { market, margin: bound, lots: held }: Situation,
): Decision {
  if (state !== 'active') return skip(state === 'paused' ? 'paused' : 'not_followed');
  if (own.instruments.get(instrument)?.maxLots === 0n) return skip('instrument_excluded');
  if (market === undefined) return skip('refused', 'market_data_missing');
  const { terms, quote, conversion } = market;
  const lots = copiedLots(own, terms, leaderLots, equity);
  const badLots = lots === 0n ? 'lots_below_minimum' : lotsRefusal(terms, lots);
  if (badLots === 'lots_below_minimum') return skip('below_minimum');
  if (badLots !== undefined) return skip('refused', badLots);
  if (isBeyondLimit(own, instrument, asLots(held + lots))) return skip('over_limit');
  const leverage = copiedLeverage(terms, wished, own.maxLeverage);
  if (leverage === undefined) return skip('leverage_unavailable');
  const now = openingPrice(quote, side);
  if (bound + margin(terms, lots, now, leverage, conversion) > own.allocation) return skip('over_allocation');
  const worst = worstPrice(terms, side, price, own.maxSlippage);
  const levels = levelsOf({ stopLoss, takeProfit });
  // With a level that the market has passed, the position would end at once, and without it, it would not be the leader's.
  if (side === 'buy' ? now > worst : now < worst) return skip('price_moved');
  if (wrongSide(terms, side, closingPrice(quote, side), levels) !== undefined) return skip('price_moved');
  return {
    type: 'command',
    command: { type: 'placeOrder', account: copier, instrument, side, lots, leverage, worst, ...levels },
  };
}

function close(
  { copier }: Copy,
  { order, lots: held }: Extract<Followed, { state: 'open' }>,
  change: Extract<LeaderChange, { type: 'close' }>,
  { market }: Situation,
): Decision {
  const whole = { type: 'closePosition', account: copier, order } as const;
  if (change.lots >= change.before) return { type: 'command', command: whole };
  if (market === undefined) return skip('refused', 'market_data_missing');
  const lots = copiedPart(market.terms, held, change);
  return lots === undefined ? skip('below_minimum') : { type: 'command', command: { lots, ...whole } };
}

function moveLevels(
  { copier }: Copy,
  { side }: LeaderDeed,
  held: Extract<Followed, { state: 'open' }>,
  change: Extract<LeaderChange, { type: 'stops' }>,
  { market }: Situation,
): Decision {
  const sameStop = held.stopLoss === change.stopLoss;
  const sameTarget = held.takeProfit === change.takeProfit;
  if (sameStop && sameTarget) return skip('unchanged');
  if (market === undefined) return skip('refused', 'market_data_missing');
  // A level that stays is not checked again: the copier's market may have reached it, and it must not block the other.
  const named = levelsOf({
    stopLoss: sameStop ? undefined : change.stopLoss,
    takeProfit: sameTarget ? undefined : change.takeProfit,
  });
  if (wrongSide(market.terms, side, closingPrice(market.quote, side), named) !== undefined) return skip('price_moved');
  const keep = sameStop ? 'stopLoss' : sameTarget ? 'takeProfit' : undefined;
  return {
    type: 'command',
    command: {
      type: 'setStops',
      account: copier,
      order: held.order,
      ...named,
      ...(keep !== undefined && { keep }),
    },
  };
}

function levelsOf({ stopLoss, takeProfit }: Protection): Protection {
  return { ...(stopLoss !== undefined && { stopLoss }), ...(takeProfit !== undefined && { takeProfit }) };
}

function skip(reason: SkipReason, refusal?: Refusal): Decision {
  return { type: 'skip', reason, ...(refusal !== undefined && { refusal }) };
}

/** The copies of a deed in the order in which they act: each deed begins with the next one, so that nobody is always last. */
export function rotate<T extends { readonly id: number }>(copies: readonly T[], deedNumber: number): readonly T[] {
  if (copies.length === 0) return copies;
  const ordered = copies.toSorted((one, other) => one.id - other.id);
  const first = deedNumber % ordered.length;
  return [...ordered.slice(first), ...ordered.slice(0, first)];
}
