import { Spinner } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { EnrolScreen } from './EnrolScreen.tsx';
import { SetUpScreen } from './SetUpScreen.tsx';
import { SignInScreen } from './SignInScreen.tsx';

/** The screens before the office: the set-up link, sign-in and the second factor. */
export function EntryScreens(): ReactNode {
  const t = useText();
  const self = useSession((session) => session.self);
  const { pathname } = useLocation();
  if (self === undefined)
    return (
      <output aria-label={t('loading')} className="grid h-full place-items-center text-brand">
        <Spinner size={32} />
      </output>
    );
  if (self !== null) return <EnrolScreen />;
  return pathname === '/setup' ? <SetUpScreen /> : <SignInScreen />;
}
