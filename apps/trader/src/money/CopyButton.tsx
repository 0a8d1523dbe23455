import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import { useToast } from '../shared/toast.ts';

/** Copies a text and says so. */
export function CopyButton({ value }: { readonly value: string }): ReactNode {
  const t = useText();
  const toast = useToast();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    toast(t('money.copied'), 'done');
  };
  return <Button kind="secondary" onClick={() => void copy()}>{t('money.copy')}</Button>;
}
