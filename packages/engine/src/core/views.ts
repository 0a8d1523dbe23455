import type { AccountView, PositionView } from '../port.ts';
import type { Rulebook } from './rulebook.ts';
import { plainQuote } from './state.ts';
import type { Account } from './state.ts';
import { floatingProfit, knownMarketOf, standingOf } from './valuation.ts';
import { GLANCE } from './work.ts';

/** An account valued at the last known quotes. */
export function accountView(rulebook: Rulebook, account: Account): AccountView {
  const positions: PositionView[] = account.orders
    .filter(({ status }) => status === 'open')
    .map((order) => {
      const market = knownMarketOf(GLANCE, order.listing);
      return {
        order: order.record(),
        closing: plainQuote(market.quote),
        profit: floatingProfit(GLANCE, rulebook, order),
      };
    });
  return {
    id: account.id,
    kind: account.kind,
    standing: standingOf(GLANCE, rulebook, account),
    cash: account.cash,
    orderReserve: account.orderReserve,
    withdrawalHold: account.withdrawalHold,
    changedBy: account.changedBy,
    positions,
  };
}
