import type { ReactNode } from 'react';
import { RealOnly } from '../../shared/RealOnly.tsx';
import { Screen, ScreenBody } from '../../shared/Screen.tsx';
import { useText } from '../../shared/text.ts';
import { Authenticator } from './Authenticator.tsx';
import { SessionList } from './SessionList.tsx';

/** What keeps an account its owner's: the authenticator, and where the account is open. */
export function SecurityScreen(): ReactNode {
  const t = useText();
  return (
    <RealOnly title={t('title.security')}>
      <Screen title={t('title.security')} back>
        <ScreenBody>
          <div className="flex flex-col gap-4 p-4">
            <Authenticator />
            <SessionList />
          </div>
        </ScreenBody>
      </Screen>
    </RealOnly>
  );
}
