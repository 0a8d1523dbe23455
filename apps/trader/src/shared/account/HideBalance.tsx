import { IconButton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { setPreferences } from '../device/preferences.ts';
import { useText } from '../language/language.ts';
import { useBalanceHidden } from './hidden-balance.ts';

/** Hides or shows the figures of the account on every screen. */
export function HideBalance(): ReactNode {
  const t = useText();
  const hidden = useBalanceHidden();
  return (
    <IconButton
      quiet
      icon={hidden ? 'eyeOff' : 'eye'}
      label={hidden ? t('user.showBalance') : t('user.hideBalance')}
      aria-pressed={hidden}
      onClick={() => setPreferences({ balanceHidden: !hidden })}
    />
  );
}
