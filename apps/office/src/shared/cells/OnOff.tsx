import type { ReactNode } from 'react';
import { useText } from '../language/language.ts';

/** Shows yes or no. */
export function OnOff({ on }: { readonly on: boolean }): ReactNode {
  const t = useText();
  return <span className={on ? 'font-medium' : 'text-quiet'}>{on ? t('form.yes') : t('form.no')}</span>;
}
