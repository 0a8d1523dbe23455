import { attachWakeSources } from '@fairlot/client';
import { applyTheme, dropErrors } from '@fairlot/web';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { useLanguage } from '../shared/language/language.ts';
import { refreshInstruments } from '../shared/market/market.ts';
import { priceColoursFor, usePreferences } from '../shared/device/preferences.ts';
import { queryClient } from '../shared/services/query-client.ts';
import { account, quotes, realtime } from '../shared/services/services.ts';
import { useSession } from '../shared/session/session.ts';
import { tintBrowser } from './platform.ts';

/** Applies the theme and the price colours. */
export function useAppearance(): void {
  const language = useLanguage();
  const theme = usePreferences((preferences) => preferences.theme);
  const chosen = usePreferences((preferences) => preferences.priceColours);
  useLayoutEffect(() => applyTheme(theme, tintBrowser), [theme]);
  useLayoutEffect(() => {
    document.documentElement.dataset['prices'] = priceColoursFor(chosen, language);
  }, [chosen, language]);
}

/** Connects the quotes, and the account of a signed-in user, to the realtime connection. */
export function useConnection(): void {
  const token = useSession((session) => session.token);
  useEffect(() => attachWakeSources(realtime, { window, document, navigator }), []);
  useEffect(() => {
    const stop = quotes.start();
    realtime.start();
    return stop;
  }, []);
  useEffect(() => {
    if (token === null) {
      // Cached answers must not leak to the next user. Those of visitors are shown already at a first visit.
      queryClient.removeQueries({ predicate: ({ queryKey: [area, user] }) => area === 'account' && user !== '' });
      return undefined;
    }
    return account.start();
  }, [token]);
  useEffect(
    () =>
      token === null
        ? undefined
        : startLater(async () => (await import('../features/alerts/follow-alerts.ts')).followAlerts()),
    [token],
  );
}

/** Starts a task whose code is loaded first. Returns a function that stops it, even before it has started. */
function startLater(start: () => Promise<() => void>): () => void {
  let stopped = false;
  let stop: (() => void) | undefined;
  start()
    .then((begun) => {
      if (stopped) begun();
      else stop = begun;
      return undefined;
    })
    .catch(() => undefined);
  return () => {
    stopped = true;
    stop?.();
  };
}

/** On every navigation: opens or probes the connection. On the market screens also refreshes the instruments. */
export function useNavigationEffects(path: string): void {
  const kind = useNavigationType();
  const seen = useRef(path);
  useLayoutEffect(() => {
    realtime.start();
    realtime.wake();
    if (path === '/' || path === '/trade') refreshInstruments();
  }, [path]);
  // A redirect keeps its error: "please log in again" belongs to the login.
  useEffect(() => {
    if (seen.current === path) return;
    seen.current = path;
    if (kind !== NavigationType.Replace) dropErrors();
  }, [path, kind]);
}
