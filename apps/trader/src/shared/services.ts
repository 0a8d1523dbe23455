import {
  apiOrigin,
  consoleLog,
  createAccountStore,
  createApi,
  createBarStore,
  createMarketClock,
  createQuoteStore,
  createRealtime,
  randomKey,
  socketUrl,
  systemClock,
} from '@fairlot/client';
import type { AccountStore, Api, BarStore, QuoteStore, Realtime } from '@fairlot/client';
import { SOCKET_PATH } from '@fairlot/contract';
import { create } from 'zustand';
import { currentLanguage } from './language.ts';
import { sessionLost } from './session-lost.ts';
import { useSession } from './session.ts';
import { tell } from './tell.ts';

const stated = document.querySelector('meta[name="fairlot-api"]')?.getAttribute('content');
const origin = apiOrigin(location.origin, document.title, stated);

/** How many calls want the page covered until they end. */
export const useSpinner = create<{ readonly running: number }>(() => ({ running: 0 }));

/** Calls of the platform. Screens get it by `useApi()`. */
export const api: Api = createApi({
  baseUrl: origin,
  lang: currentLanguage,
  token: () => useSession.getState().token,
  fetch: (...request) => fetch(...request),
  clock: systemClock,
  newKey: randomKey,
  log: consoleLog,
  onSessionInvalid: sessionLost,
  onMessage: (message) => void tell(message),
  onSpinner: (running) => useSpinner.setState({ running }),
});

/** The realtime connection of this page. */
export const realtime: Realtime = createRealtime({
  connect: () => new WebSocket(socketUrl(origin, SOCKET_PATH)),
  clock: systemClock,
  random: Math.random,
  log: consoleLog,
  onSessionInvalid: sessionLost,
});

/** Rows change at most four times a second. */
const ROW_PACE_MS = 250;

/** Market time, which a replay has of its own. */
export const marketClock = createMarketClock(systemClock);

/** Prices of all instruments. Screens read them by `useQuote(id)`. */
export const quotes: QuoteStore = createQuoteStore({
  realtime,
  clock: systemClock,
  marketClock,
  schedule: (flush) => systemClock.after(ROW_PACE_MS, flush),
});

/** Live figures of the signed-in account and news of closed positions. Screens read them by `useAccount()`. */
export const account: AccountStore = createAccountStore(realtime);

/** Forming bars for charts. */
export const bars: BarStore = createBarStore(realtime);

realtime.setToken(useSession.getState().token);
useSession.subscribe((session, before) => {
  if (session.token !== before.token) realtime.setToken(session.token);
});

/** Calls of the platform, typed by the contract. */
export function useApi(): Api {
  return api;
}
