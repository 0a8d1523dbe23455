import type { ReactNode } from 'react';
import { RealOnly } from '../../shared/layout/RealOnly.tsx';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { useText } from '../../shared/language/language.ts';
import { Authenticator } from './Authenticator.tsx';
import { EmailAddress } from './EmailAddress.tsx';
import { NewsByMail } from './NewsByMail.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PersonalData } from './PersonalData.tsx';
import { SecurityEvents } from './SecurityEvents.tsx';
import { SessionList } from './SessionList.tsx';

/** Security of the account: passkeys, authenticator, email address, sessions, events, news by mail, the user's data and closing. */
export function SecurityScreen(): ReactNode {
  const t = useText();
  return (
    <RealOnly title={t('title.security')}>
      <Screen title={t('title.security')} back>
        <ScreenBody>
          <div className="flex flex-col gap-4 p-4">
            <Passkeys />
            <Authenticator />
            <EmailAddress />
            <SessionList />
            <SecurityEvents />
            <NewsByMail />
            <PersonalData />
          </div>
        </ScreenBody>
      </Screen>
    </RealOnly>
  );
}
