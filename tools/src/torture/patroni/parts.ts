import type { TortureClient } from '../client.ts';
import { acknowledged, since } from '../drills/figures.ts';
import type { MarketWatch } from '../drills/market-watch.ts';
import type { MoneyClient } from '../money-client.ts';
import type { ServicePart } from './installation.ts';

/** Orders of some clients. */
export function ordersOf(name: string, clients: readonly TortureClient[]): ServicePart {
  return {
    kind: 'orders',
    name: `orders of ${name}`,
    worked: (moment) =>
      acknowledged(
        clients.flatMap(({ commands }) => since(commands, moment)),
        moment,
      ),
  };
}

/** Quotes at a gateway on which orders are dealt. */
export function quotesAt(gateway: string, watch: MarketWatch): ServicePart {
  return {
    kind: 'quotes',
    name: `quotes at ${gateway}`,
    worked: (moment) => watch.dealt.since(moment),
    state: () => watch.state,
  };
}

/** The calls of a user who deposits and withdraws, and of the member of staff who decides. */
export function moneyOf(client: MoneyClient): ServicePart {
  return {
    kind: 'deposits and withdrawals',
    name: `deposits and withdrawals of account ${client.access.account}`,
    worked: (moment) => client.answered.since(moment),
  };
}
