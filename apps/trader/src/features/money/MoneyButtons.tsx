import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../shared/language/language.ts';

/** Buttons for deposit and withdrawal, of equal size. */
export function MoneyButtons(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  return (
    <div className="flex flex-wrap gap-2 *:flex-1">
      <Button onClick={() => void navigate('/mine/charge')}>{t('wallet.deposit')}</Button>
      <Button kind="secondary" onClick={() => void navigate('/mine/withdraw')}>
        {t('wallet.withdraw')}
      </Button>
    </div>
  );
}
