import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 64rem)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether there is room for a table with a panel beside it. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
