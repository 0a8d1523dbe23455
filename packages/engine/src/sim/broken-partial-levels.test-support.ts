import { type PartialLevel, trimmedLevels } from '@fairlot/domain';
import type { TradingEngine } from '../index.ts';
import { broken } from './broken-engine.test-support.ts';
import { withImage } from './broken-groups.test-support.ts';
import type { EngineMaker } from './index.ts';

/** Returns images without partial levels. */
function withoutLevels(engine: TradingEngine): TradingEngine {
  return withImage(engine, (whole) => ({
    ...whole,
    orders: [...whole.orders].map((order) => ({ ...order, levels: undefined })),
  }));
}

const farthestFirst = (levels: readonly PartialLevel[]): readonly PartialLevel[] => levels.toReversed();

/** Engines that break a rule of partial levels. */
export const LEVEL_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'partial levels outgrow a position that has become smaller': () =>
    broken({ trimmedLevels: (_terms, _position, levels) => levels }),
  'the nearest partial levels are cut first': () =>
    broken({
      trimmedLevels: (terms, position, levels) => farthestFirst(trimmedLevels(terms, position, farthestFirst(levels))),
    }),
  'a partial level closes the whole position': () => broken({ lotsToClose: (_terms, position) => position }),
  'a partial level leaves less than the least lots': () =>
    broken({ lotsToClose: (_terms, position, level) => (level < position ? level : position) }),
  'recovery loses partial levels': () => broken({}, withoutLevels),
};
