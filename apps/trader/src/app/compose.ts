import {
  apiOrigin,
  consoleLog,
  createAccountStore,
  createApi,
  createBarStore,
  createIntents,
  createMarketClock,
  createQuoteStore,
  createRealtime,
  uniqueKey,
  socketUrl,
  systemClock,
} from '@fairlot/client';
import { SOCKET_PATH } from '@fairlot/contract';
import { languageFromCookie, languageOr } from '@fairlot/i18n';
import { lastMoment, provideIntents } from '../features/ordering/intents/intents.ts';
import { listenForInstall } from '../shared/device/install.ts';
import { restorePreferences } from '../shared/device/preferences.ts';
import { restoreShortcuts } from '../shared/device/shortcuts.ts';
import { currentLanguage, startLanguage } from '../shared/language/language.ts';
import { followTerms } from '../shared/market/terms.ts';
import { restoreSelection } from '../shared/market/selected-instrument.ts';
import { showMessage } from '../shared/messages/show-message.ts';
import { followSaved } from '../shared/saved/saved.ts';
import { provideServices, useSpinner } from '../shared/services/services.ts';
import type { Services } from '../shared/services/services.ts';
import { sessionLost } from '../shared/session/session-lost.ts';
import { restoreSession, useSession } from '../shared/session/session.ts';
import { followSite, statedIn } from '../shared/site/site.ts';
import { followKeyboard } from './platform.ts';

/** Rows of the market list change at most four times a second. */
const ROW_INTERVAL_MS = 250;

/**
 * Composes the page: restores what the device remembers, constructs the services and connects them. Modules only
 * declare; every action at the start is called from here.
 */
export function compose(): void {
  // Before the first screen: a height that is set afterwards lays out all of it once more.
  followKeyboard();
  startLanguage(languageFromCookie(document.cookie, languageOr(statedIn('fairlot-language'))));
  restoreSession();
  restorePreferences();
  restoreShortcuts();
  restoreSelection();
  const services = createServices();
  provideServices(services);
  followToken(services);
  composeIntents(services);
  followSite();
  followTerms();
  followSaved();
  listenForInstall();
}

export function createServices(): Services {
  const stated = statedIn('fairlot-api');
  const origin = apiOrigin(location.origin, document.title, stated);
  const clock = systemClock;
  const log = consoleLog;
  const realtime = createRealtime({
    connect: () => new WebSocket(socketUrl(origin, SOCKET_PATH)),
    clock,
    random: Math.random,
    log,
    onSessionInvalid: sessionLost,
  });
  const marketClock = createMarketClock(clock);
  return {
    api: createApi({
      baseUrl: origin,
      lang: currentLanguage,
      token: () => useSession.getState().token,
      fetch: (...request) => fetch(...request),
      clock,
      newKey: uniqueKey,
      log,
      onSessionInvalid: sessionLost,
      onMessage: (message) => void showMessage(message),
      onSpinner: (running) => useSpinner.setState({ running }),
    }),
    realtime,
    marketClock,
    quotes: createQuoteStore({
      realtime,
      clock,
      marketClock,
      schedule: (flush) => clock.after(ROW_INTERVAL_MS, flush),
    }),
    account: createAccountStore(realtime),
    bars: createBarStore(realtime),
  };
}

/** Keeps the socket's token equal to the session's. */
function followToken({ realtime }: Services): void {
  realtime.setToken(useSession.getState().token);
  useSession.subscribe((session, before) => {
    if (session.token !== before.token) realtime.setToken(session.token);
  });
}

/** Resumes open intents at the start, when their owner signs in, and when the connection is live again. */
function composeIntents({ api, realtime }: Services): void {
  const intents = createIntents({
    api,
    storage: localStorage,
    clock: systemClock,
    random: Math.random,
    newKey: uniqueKey,
    account: () => useSession.getState().user?.uid ?? null,
    validUntil: lastMoment,
    log: consoleLog,
  });
  provideIntents(intents);
  intents.resume();
  useSession.subscribe((session, before) => {
    if (session.user?.uid !== before.user?.uid) intents.resume();
  });
  realtime.state.subscribe(() => {
    if (realtime.state.getSnapshot() === 'live') intents.resume();
  });
}
