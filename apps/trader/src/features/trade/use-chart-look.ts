import { useMemo } from 'react';
import { PLAIN_LOOK, lookSchema, readLook } from '../../chart/look.ts';
import type { ChartLook } from '../../chart/look.ts';
import { useSaved } from '../../shared/saved/saved.ts';

/** The user's chart settings, saved for all devices. */
export function useChartLook(): readonly [ChartLook, (look: ChartLook) => void] {
  const [saved, save] = useSaved('chart', lookSchema, PLAIN_LOOK);
  const look = useMemo(() => readLook(saved), [saved]);
  return [look, (next) => void save(next)];
}
