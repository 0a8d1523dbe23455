import { Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

/** Tells that an address or account was closed, and takes only reports of what is already on its way. */
export function Closed(): ReactNode {
  const t = useText();
  return (
    <p className="flex gap-2 text-14 text-critical">
      <Icon name="warning" size={20} />
      {t('charge.closedText')}
    </p>
  );
}
