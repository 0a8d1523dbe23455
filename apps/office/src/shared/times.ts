import { createTimeFormat } from '@fairlot/client';
import type { TimeFormat } from '@fairlot/client';
import { languageOf } from '@fairlot/i18n';
import { useMemo } from 'react';
import { useLanguage } from './language.ts';

/** Dates and times in the order of the operator's language, in the device's zone. */
export function useTimes(): TimeFormat {
  const { tag } = languageOf(useLanguage());
  return useMemo(() => createTimeFormat(tag), [tag]);
}
