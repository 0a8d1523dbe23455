import { useMemo } from 'react';
import { z } from 'zod/mini';
import { useSaved } from '../../shared/saved/saved.ts';

/** Limit of favourites; beyond it the oldest is dropped. */
const MOST = 500;
const ids = z.array(z.int()).check(z.maxLength(MOST));
const NONE: readonly number[] = [];

export interface Favourites {
  readonly ids: ReadonlySet<number>;
  /** Adds or removes an instrument, on all devices of the user. */
  readonly toggle: (id: number) => void;
}

/** The user's favourite instruments. */
export function useFavourites(): Favourites {
  const [list, set] = useSaved('favourites', ids, NONE as number[]);
  const known = useMemo(() => new Set(list), [list]);
  return {
    ids: known,
    toggle: (id) =>
      void set((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-MOST))),
  };
}
