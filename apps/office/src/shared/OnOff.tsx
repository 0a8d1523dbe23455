import type { ReactNode } from 'react';
import { useText } from './text.ts';

/** Whether something is on, in words. */
export function OnOff({ on }: { readonly on: boolean }): ReactNode {
  const t = useText();
  return <span className={on ? 'font-medium' : 'text-quiet'}>{on ? t('form.yes') : t('form.no')}</span>;
}
