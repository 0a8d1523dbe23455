import { Button, EmptyState } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Screen, ScreenBody } from './Screen.tsx';
import { useSession } from '../session/session.ts';
import { useText } from '../language/language.ts';

/** Wraps a screen for real accounts. Demo users see the reason and links to register or sign in instead. */
export function RealOnly({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const demo = useSession((session) => session.user?.isDemo === true);
  if (!demo) return children;
  return (
    <Screen title={title} back>
      <ScreenBody>
        <EmptyState
          art="account"
          title={t('account.realOnly')}
          text={t('account.realOnlyLead')}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <Button onClick={() => void navigate('/register')}>{t('account.toRegister')}</Button>
              <Button kind="secondary" onClick={() => void navigate('/login')}>
                {t('account.toLogin')}
              </Button>
            </span>
          }
        />
      </ScreenBody>
    </Screen>
  );
}
