import { createPercentFormat } from '@fairlot/client';
import type { PercentFormat } from '@fairlot/client';
import { useMemo } from 'react';
import { useLanguageInfo } from './language.ts';

/** Per cents as the visitor's language writes them. */
export function usePercent(): PercentFormat {
  const { percent } = useLanguageInfo();
  return useMemo(() => createPercentFormat(percent), [percent]);
}
