import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 64rem)');

/** Whether there is room for the list beside the chart (1024 px and more). */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
}
