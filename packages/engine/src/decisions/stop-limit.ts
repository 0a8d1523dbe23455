import { type Instrument, type Price, type Protection, type Side, openingPrice } from '@fairlot/domain';
import type { AmendOrder } from '../command.ts';
import type { Order } from '../core/state.ts';
import { plainQuote } from '../core/state.ts';
import type { AccountMarket } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { protectionRefusal } from './dealing.ts';

/** The limit of a stop-limit order after an amendment. A wished kind without a limit makes it a plain stop or limit. */
export function limitAfter(order: Order, { kind, limitPrice }: AmendOrder): Price | undefined {
  if (limitPrice !== undefined) return limitPrice;
  return kind === undefined && order.kind === 'stop' ? order.limitPrice : undefined;
}

/** Refuses levels that would trigger at once, measured from the limit as well: the order may fill at either price. */
export function limitedProtectionRefusal(
  terms: Instrument,
  side: Side,
  reference: Price,
  limitPrice: Price | undefined,
  protection: Protection,
): Outcome | undefined {
  const refusal = protectionRefusal(terms, side, reference, protection);
  return refusal ?? (limitPrice && protectionRefusal(terms, side, limitPrice, protection));
}

/**
 * Turns a stop-limit order whose stop was reached into a limit, if the market is beyond its limit (true). At the limit or
 * better it fills like a stop.
 */
export function becomesLimit(work: Work, order: Order, { quote, raw }: AccountMarket): boolean {
  const { kind, side, limitPrice, account } = order;
  if (kind !== 'stop' || limitPrice === undefined) return false;
  if (!work.rulebook.isBeyondLimit(side, limitPrice, openingPrice(quote, side))) return false;
  work.touch(account);
  work.emit({ type: 'stopReached', order: order.id, account: account.id, target: limitPrice, quote: plainQuote(raw) });
  return true;
}
