import { Drawer, IconButton } from '@fairlot/ui';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useKeys } from '../lists/use-keys.ts';
import { useText } from '../shared/text.ts';
import { useWide } from '../shared/use-wide.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { Navigation } from './Navigation.tsx';
import { Screens } from './Screens.tsx';

/** The office of somebody who is signed in: the navigation at the start, the screen beside it. */
export function Shell(): ReactNode {
  const t = useText();
  const wide = useWide();
  // The drawer belongs to the page on which it was opened.
  const [drawnOn, setDrawnOn] = useState<string | null>(null);
  const [helping, setHelping] = useState(false);
  const { pathname } = useLocation();
  const drawn = drawnOn === pathname;
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
          <IconButton icon="more" label={t('menu.open')} onClick={() => setDrawnOn(pathname)} />
          <span className="flex-1 text-16 font-semibold">{t('title')}</span>
        </header>
      )}
      {wide ? null : (
        <Drawer open={drawn} onClose={() => setDrawnOn(null)} title={t('title')} closeLabel={t('action.close')}>
          <div className="overflow-y-auto">
            <Navigation onHelp={() => setHelping(true)} />
          </div>
        </Drawer>
      )}
      <main className="min-h-0 min-w-0 flex-1 bg-canvas">
        <ErrorBoundary key={pathname}>
          <Suspense>
            <Screens />
          </Suspense>
        </ErrorBoundary>
      </main>
      <KeyHelp open={helping} onClose={() => setHelping(false)} />
    </div>
  );
}
