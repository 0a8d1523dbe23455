import { RULEBOOK } from '../core/rulebook.ts';
import { State } from '../core/state.ts';
import { ShardEngine } from '../engine.ts';
import { KeyMemory } from '../keys/key-memory.ts';
import { stateFrom } from '../snapshot/restore.ts';
import type { EngineMaker } from './index.ts';

/** Engines whose sums of positions are broken. */
function brokenBook(breakBook: (book: State['exposure']) => void): EngineMaker {
  const start = (state: State, keys: KeyMemory, slice: number): ShardEngine => {
    breakBook(state.exposure);
    return new ShardEngine(state, keys, RULEBOOK, slice);
  };
  return {
    create: (slice) => start(new State(), new KeyMemory(50), slice),
    restore: (image, slice, keys = new KeyMemory(50, image.keyMarks)) => start(stateFrom(image, RULEBOOK), keys, slice),
  };
}

/** Engines that break a rule of the exposure. */
export const EXPOSURE_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'the exposure of an account stays in its former group': () =>
    brokenBook((book) => {
      book.countAll = () => undefined;
    }),
  'a closed position stays in the exposure': () =>
    brokenBook((book) => {
      const count = book.count.bind(book);
      book.count = (order, step) => step === 1 && count(order, step);
    }),
};
