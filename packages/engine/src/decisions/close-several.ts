import { minus, smaller } from '@fairlot/domain';
import type { CloseAll, CloseByOpposite, CloseScope, OrderId } from '../command.ts';
import type { Order } from '../core/state.ts';
import { type AccountMarket, floatingProfit, marketOfOrder } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { LeftOpen, Outcome } from '../outcome.ts';
import { ownOrder } from './close.ts';
import { dealingRefusal } from './dealing.ts';
import { closeAt, closeAtMarket } from './ending.ts';
import { coverNegativeBalance } from './negative-balance.ts';
import { refuse } from './outcomes.ts';
import { partOf } from './part.ts';
import { settleSwaps } from './swap.ts';

/**
 * Closes a position by an opposite one. Both end at one price, the mid of the market, so that neither pays the spread
 * again, and the sum of their results does not depend on that price.
 */
export function closeByOpposite(work: Work, command: CloseByOpposite): Outcome {
  const order = ownOrder(work, command);
  if (typeof order === 'string') return refuse(order);
  const other = ownOrder(work, { account: command.account, order: command.opposite });
  if (typeof other === 'string') return refuse(other);
  if (order.status !== 'open' || other.status !== 'open') return refuse('order_not_open');
  if (order.instrument !== other.instrument || order.side === other.side) return refuse('not_opposite');
  const market = marketOfOrder(work, order);
  const lots = smaller(order.lots, other.lots);
  const rest = minus(order.lots > other.lots ? order.lots : other.lots, lots);
  if (rest > 0n && rest < market.terms.minLots) return refuse('remainder_below_minimum');
  const refusal = dealingRefusal(work, order.instrument, market);
  if (refusal !== undefined) return refuse(refusal);
  settleSwaps(work, order.account);
  const parts = [order, other].map((position) => partOf(work, position, lots));
  for (const part of parts) closeOpposite(work, part, market);
  coverNegativeBalance(work, order.account);
  return { ok: true, closed: parts.map(({ id }) => id) };
}

function closeOpposite(work: Work, position: Order, { terms, raw, conversion, ...others }: AccountMarket): void {
  const mid = work.rulebook.oppositePrice(terms, raw);
  const { side, lots, price: open = mid, premium, stopLoss } = position;
  const price =
    premium === undefined || stopLoss === undefined ? mid : work.rulebook.guaranteedPrice(side, mid, stopLoss);
  const profit = work.rulebook.profit(terms, side, lots, open, price, conversion);
  closeAt(work, position, { terms, raw, conversion, ...others }, { price, without: mid, profit, reason: 'opposite' });
}

/** Closes each position of a scope that can be closed now, by ascending number, and names the others. */
export function closeAll(work: Work, { account: id, scope, instrument }: CloseAll): Outcome {
  const account = work.state.accounts.get(id);
  if (account === undefined) return refuse('unknown_account');
  const chosen = account.orders.filter(
    (order) =>
      order.status === 'open' &&
      (instrument === undefined || order.instrument.id === instrument) &&
      isInScope(work, order, scope),
  );
  if (chosen.length === 0) return refuse('no_positions');
  const closed: OrderId[] = [];
  const left: LeftOpen[] = [];
  for (const position of chosen) {
    const refusal = dealingRefusal(work, position.instrument, marketOfOrder(work, position));
    if (refusal !== undefined) {
      left.push({ order: position.id, reason: refusal });
      continue;
    }
    if (closed.length === 0) settleSwaps(work, account);
    closeAtMarket(work, position, 'client');
    closed.push(position.id);
  }
  coverNegativeBalance(work, account);
  return { ok: true, closed, ...(left.length > 0 && { left }) };
}

function isInScope(work: Work, position: Order, scope: CloseScope): boolean {
  if (scope === 'all') return true;
  const profit = floatingProfit(work, work.rulebook, position);
  return scope === 'winners' ? profit > 0n : profit < 0n;
}
