import { afterLayers } from '@fairlot/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useIsSignedIn, useLanding } from '../shared/session/session.ts';
import { useSiteTitle } from '../shared/site/site-title.ts';
import { useText } from '../shared/language/language.ts';
import { MarginBanner } from '../shared/account/MarginBanner.tsx';
import { MarketStrip } from '../shared/market/MarketStrip.tsx';
import { destinationOf } from './routes.ts';
import type { Route, TitleKey } from './routes.ts';
import { LanguageOffer } from './LanguageOffer.tsx';
import { Screens } from './Screens.tsx';
import { TabBar } from './TabBar.tsx';
import { useNavigationEffects } from './use-page-effects.ts';

/** Resolves the current path to a screen and renders it inside the page's frame. */
export function Shell(): ReactNode {
  const { pathname, search } = useLocation();
  const landing = useLanding(({ path }) => path);
  useRedirectToLanding(landing, pathname + search);
  const destination = destinationOf(pathname, search, useIsSignedIn());
  useNavigationEffects(pathname);
  // A private screen whose session has just ended renders nothing until the navigation to the landing path is done.
  if (landing !== null && 'redirect' in destination) return null;
  if ('redirect' in destination) return <Navigate to={destination.redirect} replace />;
  const { route } = destination;
  return <Frame route={route} title={search === '?view=copy' ? (route.otherTitle ?? route.title) : route.title} />;
}

/**
 * Navigates once to the landing path after the session ends, when closed layers have left the browser's history. A user
 * who navigates elsewhere meanwhile is left there. The address changes before the screen does, so a return to the same
 * screen is seen by its event alone.
 */
function useRedirectToLanding(landing: string | null, here: string): void {
  const navigate = useNavigate();
  const leaving = useRef<string>(null);
  useEffect(() => {
    if (landing === null) {
      leaving.current = null;
      return undefined;
    }
    const end = (): void => useLanding.setState({ path: null });
    const endOnReturn = (): void => {
      if ((location.hash.slice(1) || '/') === here) end();
    };
    if (here === landing || (leaving.current ?? here) !== here) {
      end();
      return undefined;
    }
    leaving.current = here;
    const over = new AbortController();
    afterLayers(() => {
      if (over.signal.aborted) return;
      addEventListener('popstate', endOnReturn, { signal: over.signal });
      void navigate(landing, { replace: true });
    });
    return () => over.abort();
  }, [landing, here, navigate]);
}

function Frame({ route, title }: { readonly route: Route; readonly title: TitleKey }): ReactNode {
  const t = useText();
  const siteTitle = useSiteTitle();
  const name = t(`title.${title}`);
  useEffect(() => {
    document.title = `${name} · ${siteTitle}`;
  }, [name, siteTitle]);
  const main = useLostFocus(route.path);
  return (
    <div className="safe-top safe-sides flex h-full flex-col bg-canvas railed:flex-row">
      <div className="order-1 flex min-h-0 min-w-0 flex-1 flex-col railed:order-2">
        <LanguageOffer />
        <MarketStrip />
        {route.path === '/order' ? null : <MarginBanner />}
        <main ref={main} tabIndex={-1} className="relative min-h-0 flex-1 outline-none">
          <Screens route={route} />
        </main>
      </div>
      <TabBar railOnly={route.kept !== true} />
    </div>
  );
}

/**
 * Moves the focus to the new screen when the focused element disappeared with the old one, so that keyboards and screen
 * readers continue there.
 */
function useLostFocus(path: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const { activeElement } = document;
    const lost = activeElement === null || activeElement === document.body || !activeElement.checkVisibility();
    if (lost) main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
