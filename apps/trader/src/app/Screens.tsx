import { ErrorState, Spinner, cx } from '@fairlot/ui';
import { ErrorBoundary, useWide } from '@fairlot/web';
import { Activity, Suspense, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useText } from '../shared/language/language.ts';
import { useSession } from '../shared/session/session.ts';
import { RouteActive } from '../shared/layout/route-active.ts';
import { ROUTES } from './routes.ts';
import type { Route } from './routes.ts';
import { SkipToChart } from './SkipToChart.tsx';

const KEPT = ROUTES.filter((route) => route.kept === true);

/**
 * Renders the screens. Kept screens stay mounted but hidden, with their state and scroll positions; the others are
 * mounted on each visit. On wide windows the market list is shown next to the chart.
 */
export function Screens({ route }: { readonly route: Route }): ReactNode {
  const wide = useWide();
  const owner = useSession((session) => session.user?.uid ?? '');
  const pair = wide && (route.path === '/' || route.path === '/trade');
  const chart = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const shown = pair ? ['/', '/trade'] : [route.path];
  const missing = shown.filter((path) => !visited.has(path));
  if (missing.length > 0) setVisited(new Set([...visited, ...missing]));
  return (
    <>
      {pair ? <SkipToChart chart={chart} /> : null}
      <div
        className={cx(
          'h-full',
          pair &&
            'grid grid-cols-[16rem_minmax(0,1fr)] divide-x divide-line xl:grid-cols-[20rem_minmax(0,1fr)] min-[100rem]:grid-cols-[22.5rem_minmax(0,1fr)] rtl:divide-x-reverse',
        )}
      >
        {KEPT.filter(({ path }) => visited.has(path)).map((kept) => (
          // The key contains the user: after a change of user, private screens start with fresh state.
          <Activity
            key={kept.path + (kept.login === true ? owner : '')}
            mode={shown.includes(kept.path) ? 'visible' : 'hidden'}
          >
            <Pane
              route={kept}
              active={shown.includes(kept.path)}
              {...(kept.path === '/trade' ? { held: chart } : {})}
            />
          </Activity>
        ))}
        {route.kept === true ? null : <Pane route={route} active />}
      </div>
    </>
  );
}

interface PaneProps {
  readonly route: Route;
  readonly active: boolean;
  /** Ref to the pane, for a skip link that moves the focus to it. */
  readonly held?: RefObject<HTMLDivElement | null>;
}

function Pane({ route, active, held }: PaneProps): ReactNode {
  const Content = route.page.screen;
  return (
    <RouteActive value={active}>
      <div ref={held} tabIndex={held === undefined ? undefined : -1} className="h-full min-h-0 min-w-0 outline-none">
        <ErrorBoundary fallback={<Failure />}>
          <Suspense
            fallback={
              <div className="grid h-full animate-late place-items-center text-brand">
                <Spinner size={28} />
              </div>
            }
          >
            <Content />
          </Suspense>
        </ErrorBoundary>
      </div>
    </RouteActive>
  );
}

function Failure(): ReactNode {
  const t = useText();
  return (
    <ErrorState
      title={t('error.title')}
      text={t('error.text')}
      retryLabel={t('error.reload')}
      onRetry={() => location.reload()}
    />
  );
}
