import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useIsSignedIn, useLanding } from '../shared/session.ts';
import { useSite } from '../shared/site.ts';
import { useText } from '../shared/text.ts';
import { MarketStrip } from './MarketStrip.tsx';
import { destinationOf } from './routes.ts';
import type { Route, TitleKey } from './routes.ts';
import { Screens } from './Screens.tsx';
import { TabBar } from './TabBar.tsx';
import { useNavigationEffects } from './use-page-effects.ts';

/** Decides which screen a path shows, and frames it. */
export function Shell(): ReactNode {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const landing = useLanding(({ path }) => path);
  const destination = destinationOf(pathname, search, useIsSignedIn());
  useNavigationEffects(pathname);
  useEffect(() => {
    if (landing === null) return;
    if (pathname + search === landing) useLanding.setState({ path: null });
    else void navigate(landing, { replace: true });
  }, [landing, navigate, pathname, search]);
  // A screen that has just lost its user is not shown while the page is on its way.
  if (landing !== null && 'redirect' in destination) return null;
  if ('redirect' in destination) return <Navigate to={destination.redirect} replace />;
  const { route } = destination;
  return <Frame route={route} title={search === '?view=copy' ? (route.otherTitle ?? route.title) : route.title} />;
}

function Frame({ route, title }: { readonly route: Route; readonly title: TitleKey }): ReactNode {
  const text = useText();
  const siteTitle = useSite()?.title ?? 'Fairlot';
  const name = text(`title.${title}`);
  useEffect(() => {
    document.title = `${name} · ${siteTitle}`;
  }, [name, siteTitle]);
  return (
    <div className="safe-top flex h-full flex-col bg-canvas lg:flex-row">
      <div className="order-1 flex min-h-0 min-w-0 flex-1 flex-col lg:order-2">
        <MarketStrip />
        <main className="relative min-h-0 flex-1"><Screens route={route} /></main>
      </div>
      {route.kept === true ? <TabBar /> : null}
    </div>
  );
}
