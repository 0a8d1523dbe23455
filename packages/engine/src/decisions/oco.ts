import { type PendingKind, type Price, formatPrice, openingPrice } from '@fairlot/domain';
import type { PlaceOrder } from '../command.ts';
import type { Order } from '../core/state.ts';
import type { AccountMarket } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { protectionRefusal } from './dealing.ts';
import { cancelPending } from './ending.ts';
import { refuse } from './outcomes.ts';

/** The second order of a linked pair as a command of its own, with what it shares with the first. */
export function secondOf(command: PlaceOrder): (PlaceOrder & { readonly target: Price }) | undefined {
  if (command.oco === undefined) return undefined;
  const { oco, ...shared } = command;
  const { side, target, kind, stopLoss, takeProfit } = oco;
  return { ...shared, side, target, kind, stopLoss, takeProfit, limitPrice: undefined };
}

/** The target and kind at which an order waits. */
export interface Waiting {
  readonly kind: PendingKind;
  readonly target: Price;
}

/** The second order of a pair where it waits, or the refusal: both must wait. */
export function waitingSecond(
  work: Work,
  market: AccountMarket,
  first: Waiting | undefined,
  second: PlaceOrder & { readonly target: Price },
): Waiting | Outcome {
  const { side, target } = second;
  const kind = work.rulebook.placementOf(second.kind, side, target, market.quote);
  const now = openingPrice(market.quote, side);
  if (kind === 'passed') return refuse('stop_passed', { market: formatPrice(now, market.terms) });
  if (first === undefined || kind === 'now') return refuse('oco_at_market');
  return protectionRefusal(market.terms, side, target, second) ?? { kind, target };
}

/**
 * Ends the other order of a linked pair. Called when one is reached by the market, filled or not, and when it is cancelled
 * for the client. An expiry ends one alone; a stop-out, a reset and a covered debt end all pending orders anyway.
 */
export function endPartner(work: Work, order: Order): void {
  const partner = order.oco === undefined ? undefined : work.state.orders.get(order.oco);
  if (partner?.status === 'pending' && work.rulebook.endsPartners) cancelPending(work, partner, 'oco');
}
