import type { OutputOf, copyingCalls } from '@fairlot/contract';
import { type LanguageCode, translate } from '@fairlot/i18n';
import type { Leader } from './copy-row.ts';

/** Converts a leader to its wire format. A leader who has left has no name. */
export function presentLeader(
  leader: Leader | undefined,
  language: LanguageCode,
): OutputOf<typeof copyingCalls.copyStop>['user'] {
  if (leader === undefined) return { id: 0, name: '', is_demo: 0, strategy: null };
  const { number, name, isDemo, strategy } = leader;
  return {
    id: number,
    name: strategy === undefined ? (name ?? '') : translate(language, `strategy.${strategy}`),
    is_demo: isDemo ? 1 : 0,
    strategy: strategy ?? null,
  };
}
