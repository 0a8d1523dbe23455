import { Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { useText } from '../../shared/language/language.ts';
import { useSession } from '../../shared/session/session.ts';
import { TradingSettings } from './TradingSettings.tsx';
import { StatementMail } from './StatementMail.tsx';
import { useLogOut } from '../../shared/session/use-log-out.ts';

/** Other settings: trading, mails about daily statements, and signing out. */
export function SystemScreen(): ReactNode {
  const t = useText();
  const logOut = useLogOut();
  const isDemo = useSession((session) => session.user?.isDemo === true);
  return (
    <Screen title={t('title.system')} back>
      <ScreenBody>
        <div className="flex flex-col gap-4 p-4">
          <TradingSettings />
          {isDemo ? null : <StatementMail />}
          <button
            type="button"
            onClick={logOut}
            className="flex min-h-13 w-full items-center gap-3 rounded-surface border border-line bg-surface px-4 text-start -outline-offset-2 transition pointed:bg-sunken"
          >
            <span className="text-quiet">
              <Icon name="logout" size={20} />
            </span>
            <span className="flex-1 text-16">{t('user.logout')}</span>
          </button>
        </div>
      </ScreenBody>
    </Screen>
  );
}
