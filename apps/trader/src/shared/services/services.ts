import type { AccountStore, Api, BarStore, MarketClock, QuoteStore, Realtime } from '@fairlot/client';
import { create } from 'zustand';

/** The connections to the server and the stores that they feed. */
export interface Services {
  readonly api: Api;
  readonly realtime: Realtime;
  readonly marketClock: MarketClock;
  readonly quotes: QuoteStore;
  readonly account: AccountStore;
  readonly bars: BarStore;
}

/** Typed calls of the contract. */
export let api: Api;
/** The page's realtime connection. */
export let realtime: Realtime;
/** Market time; differs from the wall clock in a replay. */
export let marketClock: MarketClock;
/** Quotes of all instruments. Components read them with `useQuote(id)`. */
export let quotes: QuoteStore;
/** Live figures of the signed-in account, and events of closed positions. Components read them with `useAccount()`. */
export let account: AccountStore;
/** Forming bars for charts. */
export let bars: BarStore;

/** Sets the services of this page. Called once, by `app/compose.ts` only, before the first render. */
export function provideServices(services: Services): void {
  ({ api, realtime, marketClock, quotes, account, bars } = services);
}

/** Number of running calls that cover the page with the spinner. */
export const useSpinner = create<{ readonly running: number }>(() => ({ running: 0 }));
