import type { ReactNode } from 'react';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { useSiteTitle } from '../../shared/site/site-title.ts';
import { useText } from '../../shared/language/language.ts';
import { AccountCard } from './AccountCard.tsx';
import { Appearance } from './Appearance.tsx';
import { MoneyButtons } from '../../features/money/MoneyButtons.tsx';
import { NextSteps } from './NextSteps.tsx';
import { Rows } from './Rows.tsx';

/** Default title of a site; the footer does not repeat it. */
const PRODUCT = 'Fairlot';

/** The personal center: account, links and appearance. */
export function UserScreen(): ReactNode {
  const t = useText();
  const siteTitle = useSiteTitle();
  return (
    <Screen title={t('title.me')}>
      <ScreenBody wide>
        <div className="grid gap-4 p-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:items-start">
          <div className="flex min-w-0 flex-col gap-4">
            <AccountCard />
            <MoneyButtons />
            <NextSteps />
          </div>
          <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">
            <Rows />
          </div>
          <Appearance />
          <p className="pb-4 text-center lg:col-span-2 text-12 text-faint">
            {siteTitle === PRODUCT ? null : (
              <>
                <bdi>{siteTitle}</bdi> ·{' '}
              </>
            )}
            <bdi>
              {PRODUCT} {__VERSION__}
            </bdi>
          </p>
        </div>
      </ScreenBody>
    </Screen>
  );
}
