import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

/** Says that calendars have no effect, because the configuration keeps every market open. */
export function NotApplied(): ReactNode {
  const t = useText();
  return (
    <p role="note" className="rounded-control bg-notice-soft p-3 text-14 text-notice">
      {t('calendars.notApplied')}
    </p>
  );
}
