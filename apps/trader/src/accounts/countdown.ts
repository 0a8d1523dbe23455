import { useCallback, useSyncExternalStore } from 'react';
import { create } from 'zustand';

const LOOK_EVERY_MS = 250;

/** When each button may be pressed again, by its name. It goes on while its screen is not shown. */
const useEnds = create<Readonly<Record<string, number>>>(() => ({}));

/** Shuts a button for so many seconds. */
export function startCountdown(name: string, seconds: number): void {
  useEnds.setState({ [name]: Date.now() + seconds * 1000 });
}

/** Seconds until a button may be pressed again; 0: now. */
export function useCountdown(name: string): number {
  const end = useEnds((ends) => ends[name]) ?? 0;
  const left = useCallback(() => Math.max(0, Math.ceil((end - Date.now()) / 1000)), [end]);
  const listen = useCallback((changed: () => void) => {
    const timer = setInterval(changed, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(listen, left);
}
