import { EmptyState } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useRouteActive } from '../../shared/route-active.ts';
import { Screen, ScreenBody } from '../../shared/Screen.tsx';
import { useText } from '../../shared/text.ts';
import { UserButton } from '../../shared/UserButton.tsx';

type View = 'ranking' | 'documentary';

/** Ranking and copy trading: an honest word that they are not here yet, and nothing invented. */
export function SoonScreen(): ReactNode {
  const t = useText();
  const { search } = useLocation();
  const active = useRouteActive();
  const asked: View = search === '?view=copy' ? 'documentary' : 'ranking';
  const [view, setView] = useState<View>(asked);
  // In the background the address belongs to another screen.
  if (active && view !== asked) setView(asked);
  return (
    <Screen title={t(`title.${view}`)} actions={<UserButton />}>
      <ScreenBody><EmptyState icon={view === 'documentary' ? 'copy' : 'rank'} title={t('common.comingSoon')} text={t(`soon.${view}`)} /></ScreenBody>
    </Screen>
  );
}
