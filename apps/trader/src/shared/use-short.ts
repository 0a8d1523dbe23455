import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 40rem) and (max-height: 30rem)');

/** Whether the page is a phone held sideways: much room beside each other, little above each other. */
export function useShort(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
}
