import type { AccountPositions, AccountView, PositionView } from '../port.ts';
import type { Rulebook } from './rulebook.ts';
import { type Account, plainQuote } from './state.ts';
import { floatingProfit, marketOfOrder, standingOf } from './valuation.ts';
import { UNRECORDED } from './work.ts';

/** A view of an account, valued at the last known quotes. */
export function accountView(rulebook: Rulebook, account: Account): AccountView {
  const positions: PositionView[] = account.orders
    .filter(({ status }) => status === 'open')
    .map((order) => {
      const market = marketOfOrder(UNRECORDED, order);
      return {
        order: order.record(),
        closing: plainQuote(market.quote),
        profit: floatingProfit(UNRECORDED, rulebook, order),
      };
    });
  return {
    id: account.id,
    kind: account.kind,
    group: account.group.id,
    standing: standingOf(UNRECORDED, rulebook, account),
    cash: account.cash,
    orderReserve: account.orderReserve,
    withdrawalHold: account.withdrawalHold,
    changedBy: account.changedBy,
    positions,
    ...(account.group.tiers.size > 0 && { tiers: account.group.tiers }),
    ...(account.group.hedged !== 'both' && { hedged: account.group.hedged }),
  };
}

/** The open positions of an account. */
export function accountPositions({ orders, changedBy }: Account): AccountPositions {
  return { positions: orders.filter(({ status }) => status === 'open').map((order) => order.record()), changedBy };
}
