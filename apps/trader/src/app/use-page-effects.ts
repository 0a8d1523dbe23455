import { attachWakeSources } from '@fairlot/client';
import { useEffect, useLayoutEffect } from 'react';
import { useLanguage } from '../shared/language.ts';
import { refreshInstruments } from '../shared/market.ts';
import { priceColoursFor, usePreferences } from '../shared/preferences.ts';
import { queryClient } from '../shared/query-client.ts';
import { account, quotes, realtime } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';
import { applyTheme, followKeyboard } from './platform.ts';

/** Theme, price colours and the room that the keyboard leaves. */
export function useAppearance(): void {
  const language = useLanguage();
  const theme = usePreferences((preferences) => preferences.theme);
  const chosen = usePreferences((preferences) => preferences.priceColours);
  useLayoutEffect(() => applyTheme(theme), [theme]);
  useLayoutEffect(() => {
    document.documentElement.dataset['prices'] = priceColoursFor(chosen, language);
  }, [chosen, language]);
  useEffect(() => followKeyboard(), []);
}

/** Keeps quotes, and the account of whoever is signed in, fed by the realtime connection. */
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
      // What one user's calls answered is not left for the next.
      queryClient.removeQueries({ queryKey: ['account'] });
      return undefined;
    }
    return account.start();
  }, [token]);
  useEffect(
    () =>
      token === null ? undefined : startLater(async () => (await import('../alerts/follow-alerts.ts')).followAlerts()),
    [token],
  );
}

/** Starts something whose program is loaded first. Returns how to stop it, also before it began. */
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

/** What every navigation does: the connection is opened or probed, and the market screens read their list again. */
export function useNavigationEffects(path: string): void {
  useLayoutEffect(() => {
    realtime.start();
    realtime.wake();
    if (path === '/' || path === '/trade') refreshInstruments();
  }, [path]);
}
