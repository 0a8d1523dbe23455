import { useMemo } from 'react';
import { PLAIN_LOOK, lookSchema, readLook } from '../../../chart/look.ts';
import type { ChartLook } from '../../../chart/look.ts';
import { useSaved } from '../../../shared/saved.ts';

/** How the user wants charts to look, on every device of theirs. */
export function useChartLook(): readonly [ChartLook, (look: ChartLook) => void] {
  const [saved, save] = useSaved('chart', lookSchema, PLAIN_LOOK);
  const look = useMemo(() => readLook(saved), [saved]);
  return [look, (next) => void save(next)];
}
