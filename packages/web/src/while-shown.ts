import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs work only while the component is shown. The answer to a call may come after the user has
 * left the screen, and must not lead away from another one.
 */
export function useWhileShown(): (work: () => void) => void {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback((work) => {
    if (shown.current) work();
  }, []);
}
