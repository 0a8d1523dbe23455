import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { HashRouter } from 'react-router';
import { queryClient } from '../shared/services/query-client.ts';
import { Overlays } from './Overlays.tsx';
import { Shell } from './Shell.tsx';
import { useAppearance, useConnection } from './use-page-effects.ts';

/** The whole page. */
export function App(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <Page />
      </HashRouter>
    </QueryClientProvider>
  );
}

function Page(): ReactNode {
  useAppearance();
  useConnection();
  return (
    <>
      <Shell />
      <Overlays />
    </>
  );
}
