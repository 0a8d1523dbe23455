import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { HashRouter } from 'react-router';
import { EntryScreens } from '../features/entry/EntryScreens.tsx';
import { office } from '../shared/office.ts';
import { applyTheme, useTheme } from '../shared/preferences.ts';
import { queryClient } from '../shared/query-client.ts';
import { useSession } from '../shared/session.ts';
import { Overlays } from './Overlays.tsx';
import { Shell } from './Shell.tsx';

/** The whole page. */
export function App(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <Page />
        <Overlays />
      </HashRouter>
    </QueryClientProvider>
  );
}

function Page(): ReactNode {
  const theme = useTheme((preferences) => preferences.theme);
  const self = useSession((session) => session.self);
  useLayoutEffect(() => applyTheme(theme), [theme]);
  useEffect(() => {
    document.documentElement.dataset['prices'] = 'green-up';
    office.call('staffSelf', {}, { initial: true }).then(
      (found) => useSession.setState({ self: found }),
      () => useSession.setState({ self: null }),
    );
  }, []);
  const inside = self?.enrolled === true;
  useEffect(() => {
    // What one person's calls answered is not left for the next.
    if (!inside) queryClient.clear();
  }, [inside]);
  return inside ? <Shell /> : <EntryScreens />;
}
