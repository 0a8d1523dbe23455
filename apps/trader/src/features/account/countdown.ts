import { useCallback, useSyncExternalStore } from 'react';
import { create } from 'zustand';

const TICK_MS = 250;

/**
 * End of each button's countdown, by the countdown's name. Outlives the screen, so that leaving it does not skip the
 * wait.
 */
const useEnds = create<Readonly<Record<string, number>>>(() => ({}));

/** Starts a button's countdown. */
export function startCountdown(name: string, seconds: number): void {
  useEnds.setState({ [name]: Date.now() + seconds * 1000 });
}

/** Seconds left of a countdown; 0 when the button is enabled. */
export function useCountdown(name: string): number {
  const end = useEnds((ends) => ends[name]) ?? 0;
  const left = useCallback(() => Math.max(0, Math.ceil((end - Date.now()) / 1000)), [end]);
  const listen = useCallback((changed: () => void) => {
    const timer = setInterval(changed, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(listen, left);
}
