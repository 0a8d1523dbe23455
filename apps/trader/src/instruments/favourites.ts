import { useMemo } from 'react';
import { z } from 'zod/mini';
import { useSaved } from '../shared/saved.ts';

/** More stars than instruments are nobody's wish; the oldest goes then. */
const MOST = 500;
const ids = z.array(z.int()).check(z.maxLength(MOST));
const NONE: readonly number[] = [];

export interface Favourites {
  readonly ids: ReadonlySet<number>;
  /** Adds an instrument or takes it away, on all of the user's devices. */
  readonly toggle: (id: number) => void;
}

/** The instruments with a star. */
export function useFavourites(): Favourites {
  const [list, set] = useSaved('favourites', ids, NONE as number[]);
  const known = useMemo(() => new Set(list), [list]);
  return {
    ids: known,
    toggle: (id) =>
      void set((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-MOST))),
  };
}
