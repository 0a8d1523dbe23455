import { useSyncExternalStore } from 'react';

interface Watched {
  readonly subscribe: (changed: () => void) => () => void;
  readonly matches: () => boolean;
}

/** Caches one entry per query, so that its functions stay identical between renders. */
const watched = new Map<string, Watched>();

function watch(query: string): Watched {
  const known = watched.get(query);
  if (known !== undefined) return known;
  const list = matchMedia(query);
  const made: Watched = {
    subscribe: (changed) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    matches: () => list.matches,
  };
  watched.set(query, made);
  return made;
}

/** True while a media query matches. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = watch(query);
  return useSyncExternalStore(subscribe, matches);
}

/** True if the window has room for two panes side by side (1024 px and more). */
export function useWide(): boolean {
  return useMedia('(min-width: 64rem)');
}
