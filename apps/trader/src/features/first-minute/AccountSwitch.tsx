import { Segmented } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../shared/language/language.ts';
import { useSession } from '../../shared/session/session.ts';
import { keptSession, takeKept } from '../../shared/session/start-session.ts';
import { signInPath } from '../../shared/session/session-lost.ts';
import { useDemoSignIn } from './demo-sign-in.ts';

/**
 * Demo and real account side by side; one tap changes between them. Without a kept session the demo opens at once, and
 * the real account asks to sign in.
 */
export function AccountSwitch(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const isDemo = useSession(({ user }) => user?.isDemo);
  const demo = useDemoSignIn(here);
  if (isDemo === undefined) return null;
  const change = (): void => {
    if (demo.isPending) return;
    if (keptSession() !== null) takeKept(here, (path) => void navigate(path, { replace: true }));
    else if (isDemo) void navigate(signInPath(here));
    else demo.mutate();
  };
  return (
    <Segmented
      label={t('statement.print.account')}
      value={isDemo || demo.isPending ? 'demo' : 'real'}
      onChange={change}
      options={[
        { value: 'real', label: t('rank.realAccount') },
        { value: 'demo', label: t('user.demoAccount') },
      ]}
    />
  );
}
