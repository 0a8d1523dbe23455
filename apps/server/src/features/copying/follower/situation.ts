import type { CopierMarket, Copy, CopyId, CopyResult, Followed, LeaderDeed, Situation } from '@fairlot/copying';
import { ZERO, asLots, asMoney, plus, profit } from '@fairlot/domain';
import type { OrderId, OrderRecord } from '@fairlot/engine';

/** No position of a copy counts: its deed opens nothing. */
export const NO_BOUNDS: Pick<Situation, 'margin' | 'lots'> = { margin: ZERO, lots: asLots(0n) };
/** The figures of a copy that has ended. */
export const NOTHING: Situation = { followed: { state: 'never' }, ...NO_BOUNDS, market: undefined };

/** A copy that has ended since a deed was stored follows it no more. */
export function endedCopy(id: CopyId, { leader }: LeaderDeed): Copy {
  const terms = {
    allocation: asMoney(1n),
    multiple: 0n as Copy['terms']['multiple'],
    maxSlippage: 0n as Copy['terms']['maxSlippage'],
    instruments: new Map(),
  };
  return { id, leader, copier: -id, state: 'ended', terms, since: 0 };
}

/** Margin of a copy's open positions, and its lots in the instrument of a deed. */
export function boundsOf(
  held: readonly OrderId[],
  positions: readonly OrderRecord[],
  { instrument }: LeaderDeed,
): Pick<Situation, 'margin' | 'lots'> {
  if (held.length === 0 || positions.length === 0) return NO_BOUNDS;
  const own = new Set(held);
  let { margin, lots } = NO_BOUNDS;
  for (const order of positions) {
    if (!own.has(order.id)) continue;
    margin = plus(margin, order.margin);
    if (order.instrument === instrument) lots = plus(lots, order.lots);
  }
  return { margin, lots };
}

/** Micro-dollars by which a copier's fill was worse than the leader's; null where there is none. */
export function differenceOf(
  { change, side }: LeaderDeed,
  { result }: CopyResult,
  market: CopierMarket | undefined,
): bigint | null {
  if (result.type === 'skipped' || result.price === undefined || change.type === 'stops') return null;
  if (market === undefined) return null;
  const [from, to] = change.type === 'open' ? [change.price, result.price] : [result.price, change.price];
  return profit(market.terms, side, result.lots, from, to, market.conversion);
}

/** The state of a leader's position whose copied order is known: null for a skipped one, undefined for none. */
export function followedBy(order: OrderId | null | undefined, positions: readonly OrderRecord[]): Followed {
  if (order === undefined) return { state: 'never' };
  if (order === null) return { state: 'skipped' };
  const position = positions.find(({ id }) => id === order);
  if (position === undefined) return { state: 'ended' };
  const { lots, stopLoss, takeProfit } = position;
  return { state: 'open', order, lots, stopLoss, takeProfit };
}
