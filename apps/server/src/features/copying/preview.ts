import type { OutputOf, copyingCalls } from '@fairlot/contract';
import { type Copy, type CopyTerms, type LeaderDeed, decide } from '@fairlot/copying';
import {
  type Money,
  ZERO,
  asLots,
  asRate,
  divide,
  equity,
  formatLots,
  formatMoney,
  margin,
  openingPrice,
  plus,
  shortRate,
} from '@fairlot/domain';
import type { AccountView, PositionView } from '@fairlot/engine';
import type { MarketData } from '../../market/port.ts';
import type { CurrentTerms } from '../../trading/current-terms.ts';
import { copierMarket } from './follower/copier-market.ts';

type Wire = OutputOf<typeof copyingCalls.copyPreview>;

export interface PreviewDeps {
  readonly market: MarketData;
  readonly terms: Pick<CurrentTerms, 'groupOf'>;
}

/** The consequences of terms: what a copy of the leader's open positions would be. */
export function previewOf(
  { market, terms: groups }: PreviewDeps,
  copier: number,
  leader: AccountView,
  terms: CopyTerms,
  feePercent: number,
): Wire {
  const worth = equity(leader.standing);
  const copy: Copy = { id: 0, leader: leader.id, copier, state: 'active', terms, since: 0 };
  let bound: Money = ZERO;
  const positions = openingsOf(leader, { shard: 0, seq: 0 }, market).map((deed) => {
    const own = copierMarket(market, groups, copier, deed.instrument);
    const situation = { followed: { state: 'never' }, margin: bound, lots: asLots(0n), market: own } as const;
    const decision = decide(copy, deed, situation);
    const code = market.instrument(deed.instrument)?.displayCode ?? `#${deed.instrument}`;
    const type = deed.side === 'buy' ? 1 : 2;
    if (decision.type === 'skip' || decision.command.type !== 'placeOrder' || own === undefined)
      return { code, type, lots: null, margin: null, skip: decision.type === 'skip' ? decision.reason : null };
    const { lots, leverage } = decision.command;
    const needs = margin(own.terms, lots, openingPrice(own.quote, deed.side), leverage, own.conversion);
    bound = plus(bound, needs);
    return { code, type, lots: formatLots(lots), margin: formatMoney(needs), skip: null };
  });
  const ratio = worth <= 0n ? 0n : divide(terms.allocation * terms.multiple, worth, 'down');
  return {
    ratio: shortRate(asRate(ratio)),
    leader_equity: formatMoney(worth),
    fee_percent: feePercent,
    positions,
  };
}

/**
 * The leader's open positions as openings at the present price. `index` counts down from −1, so that no row of the journal
 * has a deed of that number.
 */
export function openingsOf(
  leader: AccountView,
  { shard, seq }: { readonly shard: number; readonly seq: number },
  market: Pick<MarketData, 'quote' | 'now'>,
): readonly LeaderDeed[] {
  const worth = equity(leader.standing);
  return leader.positions.map(({ order }: PositionView, place): LeaderDeed => {
    const { id, instrument, side, lots, leverage, stopLoss, takeProfit } = order;
    const quote = market.quote(instrument);
    const price = quote === undefined ? order.price : openingPrice(quote, side);
    if (price === undefined) throw new Error(`position ${id} has no opening price`);
    return {
      shard,
      seq,
      index: -1 - place,
      leader: leader.id,
      order: id,
      instrument,
      side,
      time: market.now(),
      change: { type: 'open', lots, leverage, price, stopLoss, takeProfit, equity: worth },
    };
  });
}
