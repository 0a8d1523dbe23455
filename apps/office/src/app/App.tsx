import { QueryClientProvider } from '@tanstack/react-query';
import { applyTheme } from '@fairlot/web';
import { useEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { HashRouter } from 'react-router';
import { EntryScreens } from '../screens/entry/EntryScreens.tsx';
import { office } from '../shared/services/office.ts';
import { useTheme } from '../shared/device/preferences.ts';
import { queryClient } from '../shared/services/query-client.ts';
import { useSession } from '../shared/session/session.ts';
import { Overlays } from './Overlays.tsx';
import { Shell } from './Shell.tsx';

/** The page: the sign-in or the office. */
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
    // Removes the cached answers, so that the next user does not see them.
    if (!inside) queryClient.clear();
  }, [inside]);
  return inside ? <Shell /> : <EntryScreens />;
}
