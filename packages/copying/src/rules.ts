import { decide, rotate } from './decide.ts';
import { copyKey } from './key.ts';

/** The pure decisions of a run. Only the simulator's tests break one of them. */
export interface CopyRules {
  readonly decide: typeof decide;
  readonly rotate: typeof rotate;
  readonly copyKey: typeof copyKey;
  /** True when a copier who has left so many deeds may be sent the next one. */
  readonly isFree: (left: number) => boolean;
}

export const RULES: CopyRules = { decide, rotate, copyKey, isFree: (left) => left === 0 };
