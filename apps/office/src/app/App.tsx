import { shouldRetry } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { applyTheme } from '@fairlot/web';
import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { HashRouter } from 'react-router';
import { closeAction } from '../actions/action.ts';
import { EntryFrame } from '../screens/entry/EntryFrame.tsx';
import { EntryScreens } from '../screens/entry/EntryScreens.tsx';
import { dropDrafts } from '../shared/drafts/drafts.ts';
import { UnloadQuestion } from '../shared/drafts/LeaveQuestion.tsx';
import { office } from '../shared/services/office.ts';
import { useTheme } from '../shared/device/preferences.ts';
import { useText } from '../shared/language/language.ts';
import { problemText } from '../shared/messages/problem.ts';
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
        <UnloadQuestion />
      </HashRouter>
    </QueryClientProvider>
  );
}

/** Keeps unsaved texts over the end of a session for the same person alone; signing out removes them. */
function useDraftsOfOnePerson(): void {
  const self = useSession((session) => session.self);
  const hasEnded = useSession((session) => session.hasEnded);
  const owner = useRef<number | undefined>(undefined);
  useEffect(() => {
    const isOther = self?.enrolled === true && owner.current !== undefined && owner.current !== self.id;
    if (isOther || (self === null && !hasEnded)) {
      dropDrafts();
      closeAction();
    }
    if (self?.enrolled === true) owner.current = self.id;
  }, [self, hasEnded]);
}

/** Asks who is signed in. A server that can't be reached does not tell, and must not look as if nobody were. */
function useAskedSelf(): { readonly failure: Error | undefined; readonly retry: () => void } {
  const [failure, setFailure] = useState<Error>();
  const ask = useCallback((): void => {
    office.call('staffSelf', {}, { initial: true }).then(
      (found) => useSession.setState({ self: found }),
      (error: Error) => {
        if (shouldRetry(0, error)) setFailure(error);
        else useSession.setState({ self: null });
      },
    );
  }, []);
  useEffect(ask, [ask]);
  const retry = (): void => {
    setFailure(undefined);
    ask();
  };
  return { failure, retry };
}

function Page(): ReactNode {
  const t = useText();
  const theme = useTheme((preferences) => preferences.theme);
  const self = useSession((session) => session.self);
  useLayoutEffect(() => applyTheme(theme), [theme]);
  useEffect(() => {
    document.documentElement.dataset['prices'] = 'green-up';
  }, []);
  const { failure, retry } = useAskedSelf();
  const inside = self?.enrolled === true;
  useEffect(() => {
    // Removes the cached answers, so that the next user does not see them.
    if (!inside) queryClient.clear();
  }, [inside]);
  useDraftsOfOnePerson();
  if (self === undefined && failure !== undefined)
    return (
      <EntryFrame title={t('error.title')} text={problemText(t, failure)}>
        <Button wide onClick={retry}>
          {t('error.retry')}
        </Button>
      </EntryFrame>
    );
  return inside ? <Shell /> : <EntryScreens />;
}
