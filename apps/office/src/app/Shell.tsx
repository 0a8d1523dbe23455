import { Drawer, ErrorState, IconButton } from '@fairlot/ui';
import { ErrorBoundary, useWide } from '@fairlot/web';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useKeys } from '../lists/use-keys.ts';
import { useText } from '../shared/language/language.ts';
import { ConnectionMark } from './ConnectionMark.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { Navigation } from './Navigation.tsx';
import { Screens } from './Screens.tsx';

/** The office of a signed-in user: the navigation, and the screen next to it. */
export function Shell(): ReactNode {
  const t = useText();
  const wide = useWide();
  // The path on which the drawer was opened; the drawer closes when the path changes.
  const [drawerPath, setDrawerPath] = useState<string | null>(null);
  const [helping, setHelping] = useState(false);
  const { pathname } = useLocation();
  const isDrawerOpen = drawerPath === pathname;
  useKeys((command) => {
    if (command.kind !== 'help') return false;
    setHelping(true);
    return true;
  });
  return (
    <div className="flex h-full flex-col lg:flex-row">
      {wide ? (
        <div className="w-56 shrink-0 overflow-y-auto border-e border-line bg-surface">
          <Navigation onHelp={() => setHelping(true)} />
        </div>
      ) : (
        <header className="safe-top flex items-center gap-2 border-b border-line bg-surface px-1">
          <IconButton icon="more" label={t('menu.open')} onClick={() => setDrawerPath(pathname)} />
          <span className="flex-1 text-16 font-semibold">{t('title')}</span>
        </header>
      )}
      {wide ? null : (
        <Drawer
          open={isDrawerOpen}
          onClose={() => setDrawerPath(null)}
          title={t('title')}
          closeLabel={t('action.close')}
        >
          <div className="overflow-y-auto">
            <Navigation onHelp={() => setHelping(true)} />
          </div>
        </Drawer>
      )}
      <main className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas">
        <ConnectionMark />
        <div className="min-h-0 flex-1">
          <ErrorBoundary key={pathname} fallback={<Failure />}>
            <Suspense>
              <Screens />
            </Suspense>
          </ErrorBoundary>
        </div>
      </main>
      <KeyHelp open={helping} onClose={() => setHelping(false)} />
    </div>
  );
}

function Failure(): ReactNode {
  const t = useText();
  return (
    <ErrorState
      title={t('error.title')}
      text={t('error.broken')}
      retryLabel={t('error.reload')}
      onRetry={() => location.reload()}
    />
  );
}
