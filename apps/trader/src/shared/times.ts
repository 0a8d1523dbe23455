import { createTimeFormat } from '@fairlot/client';
import type { TimeFormat } from '@fairlot/client';
import { useMemo } from 'react';
import { useLanguageInfo } from './language.ts';

/** Dates and times in the order of the visitor's language, in the device's zone. */
export function useTimes(): TimeFormat {
  const { tag } = useLanguageInfo();
  return useMemo(() => createTimeFormat(tag), [tag]);
}
