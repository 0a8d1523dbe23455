import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../shared/text.ts';

/** Paying in and out, side by side: one is as easy as the other. */
export function MoneyButtons(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  return (
    <div className="flex gap-2 *:flex-1">
      <Button onClick={() => void navigate('/mine/charge')}>{t('wallet.deposit')}</Button>
      <Button kind="secondary" onClick={() => void navigate('/mine/withdraw')}>
        {t('wallet.withdraw')}
      </Button>
    </div>
  );
}
